// SPDX-License-Identifier: MIT
// support.js: a daemon, a browser, and what every page must keep to whatever is done with it.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const START_MS = 20000;

// A daemon on a free port, with one array: {url, stop()}.
export async function startDaemon(path) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('NIMSUM')));
  const arrays = mkdtempSync(join(tmpdir(), 'nimsum-web-'));
  writeFileSync(join(arrays, 'demo.json'), '[1, 2, 2]');
  const child = spawn(path, ['--listen', '127.0.0.1:0', '--arrays', arrays], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => {
    child.on('exit', resolve);
  });
  const line = await Promise.race([
    new Promise((resolve) => {
      createInterface({ input: child.stdout }).once('line', resolve);
    }),
    ended.then((code) => `ended with ${code}`),
    new Promise((resolve) => {
      setTimeout(resolve, START_MS, 'nothing').unref();
    }),
  ]);
  const found = /^nimsumd listening on (http:\S+)$/.exec(line);
  if (!found) {
    child.kill('SIGKILL');
    throw new Error(`the daemon did not start: ${line}`);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    const code = await ended;
    rmSync(arrays, { recursive: true });
    if (code !== 0) {
      throw new Error(`the daemon ended with ${code}`);
    }
  };
  return { url: found[1], stop };
}

export async function startBrowser() {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'] });
}

// Tests are collected first and run one after the other, each in a browser context of its own.
const tests = [];

// options: those of a browser context, such as viewport and colorScheme.
export function test(name, options, run) {
  tests.push({ name, options, run });
}

// Note everything that a page must never do.
async function watch(context, url, faults) {
  await context.route('**/*', (route) => {
    const asked = route.request().url();
    if (asked.startsWith(`${url}/`)) {
      return route.continue();
    }
    faults.push(`a request to ${asked}`);
    return route.abort();
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  context.on('weberror', (error) => faults.push(`an exception: ${error.error().message}`));
  context.on('console', (message) => {
    const expected = context.expected?.some((text) => message.text().includes(text));
    if (['error', 'warning'].includes(message.type()) && !expected) {
      faults.push(`${message.type()} on the console: ${message.text()}`);
    }
  });
}

async function runOne({ name, options, run }, browser, url, pictures) {
  const faults = [];
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(10000);
  try {
    await watch(context, url, faults);
    const page = await context.newPage();
    const picture = (label, more = {}) => page.screenshot({ path: `${pictures}/${label}.png`, ...more });
    await run({ page, context, url, picture });
  } catch (fault) {
    faults.unshift(fault.stack ?? String(fault));
  } finally {
    await context.close();
  }
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'}  ${name}${faults.map((fault) => `\n    ${fault}`).join('')}`);
  return faults.length === 0;
}

export async function runAll({ daemon, pictures, only }) {
  mkdirSync(pictures, { recursive: true });
  const service = await startDaemon(daemon);
  let failed = 0;
  const chosen = tests.filter(({ name }) => name.includes(only));
  try {
    const browser = await startBrowser();
    for (const one of chosen) {
      failed += (await runOne(one, browser, service.url, pictures)) ? 0 : 1;
    }
    await browser.close();
  } finally {
    await service.stop();
  }
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  return failed === 0 && chosen.length > 0;
}
