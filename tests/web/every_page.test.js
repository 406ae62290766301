// SPDX-License-Identifier: MIT
// Every page, in light and dark, wide and on a phone: axe-core finds nothing, nothing scrolls sideways; and each works below
// a path prefix, as behind a proxy that strips it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { PHONE, WIDE } from './play_driver.js';
import { test } from './support.js';

const AXE = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const PAGES = {
  home: ['/', '#ask button'],
  play: ['/play', '#verdict:not(:empty)'],
  'play-xor': ['/play#xor=1,1,2,3', '#verdict:not(:empty)'],
  docs: ['/docs', '.operation'],
  problems: ['/problems', '.problems'],
  'out-of-range': ['/problems/out-of-range', 'pre'],
};

for (const [name, [path, ready]] of Object.entries(PAGES)) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [size, options] of Object.entries({ wide: WIDE, phone: PHONE })) {
      test(`axe-core on ${name}, ${colorScheme}, ${size}`, { ...options, colorScheme }, async ({ page, url, picture }) => {
        await page.goto(url + path);
        await page.locator(ready).first().waitFor();
        await page.evaluate(() => document.querySelectorAll('details').forEach((node) => {
          node.open = node.closest('.responses') === null; // what is drawn on demand is the same many times
        }));
        await picture(`${name}-${colorScheme}-${size}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'no sideways scrolling');
        await page.evaluate(AXE);
        const { violations, passes } = await page.evaluate(() => window.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 150)).join(' | ')}`), []);
        assert.ok(passes.length >= 15, `${passes.length} rules had something to judge`);
      });
    }
  }
}

// A proxy that has the service below /below/a/prefix, and nothing else.
async function prefixed(target) {
  const prefix = '/below/a/prefix';
  const server = http.createServer((request, response) => {
    if (!request.url.startsWith(`${prefix}/`)) {
      response.writeHead(404).end();
      return;
    }
    const { method, headers } = request;
    const onward = http.request(target + request.url.slice(prefix.length), { method, headers }, (reply) => {
      response.writeHead(reply.statusCode, reply.headers);
      reply.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { root: `http://127.0.0.1:${server.address().port}`, prefix, close: () => server.close() };
}

test('the pages work below a path prefix', WIDE, async ({ page, context, url }) => {
  const proxy = await prefixed(url);
  const below = proxy.root + proxy.prefix;
  const missed = [];
  await context.unroute('**/*');
  page.on('response', (response) => response.status() >= 400 && missed.push(`${response.status()} ${response.url()}`));
  try {
    await page.goto(`${below}/`);
    await page.locator('#ask button').waitFor();
    assert.equal(await page.locator('#ask pre').innerText(), `curl -s '${below}/nim/position?heaps=3,4,5'`);
    await page.getByRole('link', { name: 'Play against it' }).click();
    await page.locator('#board button.wins').waitFor();
    await page.getByRole('link', { name: 'API' }).click();
    await page.locator('#getXorGame .attempt button.primary').click();
    await page.locator('#getXorGame .outcome .status').waitFor();
    assert.equal(await page.locator('#getXorGame .outcome .status').innerText(), '200');
    await page.locator('#main').getByRole('link', { name: 'the board' }).click();
    await page.getByRole('link', { name: 'Problems' }).click();
    await page.getByRole('link', { name: 'out-of-range' }).click();
    await page.getByRole('heading', { name: 'A value is out of range' }).waitFor();
    assert.equal(page.url(), `${below}/problems/out-of-range`);
    await page.getByRole('link', { name: 'nimsum' }).click();
    await page.getByRole('heading', { name: 'Who wins Nim' }).waitFor();
    assert.equal(page.url(), `${below}/`);
    await page.waitForLoadState('networkidle');
    assert.deepEqual(missed, []);
  } finally {
    proxy.close();
  }
});
