// SPDX-License-Identifier: MIT
// The page /docs: it shows every operation of the contract, and every example can be sent from it.
import assert from 'node:assert/strict';
import { test } from './support.js';

const WIDE = { viewport: { width: 1440, height: 1000 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function open(page, url) {
  await page.goto(`${url}/docs`);
  await page.waitForSelector('.operation');
}

async function contractOf(url) {
  return (await fetch(`${url}/openapi.json`)).json();
}

function operationsOf(contract) {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })));
}

function resolve(contract, node) {
  return node.$ref ? node.$ref.slice(2).split('/').reduce((place, step) => place[step], contract) : node;
}

// The status that the contract pairs with a request's example: that of the reply's example of its name.
function expectedStatus(contract, operation, type, name) {
  for (const [status, node] of Object.entries(operation.responses)) {
    const content = resolve(contract, node).content ?? {};
    const media = content[type === 'application/json' && status !== '200' ? 'application/problem+json' : type];
    if (media?.examples?.[name]) {
      return status;
    }
  }
  return null;
}

test('docs shows every operation, its parameters, schemas and responses', WIDE, async ({ page, url, picture }) => {
  await open(page, url);
  const contract = await contractOf(url);
  const operations = operationsOf(contract);
  assert.equal(await page.locator('.operation').count(), operations.length);
  assert.equal(await page.locator('.contents a').count(), operations.length);
  for (const operation of operations) {
    const part = page.locator(`#${operation.operationId}`);
    const text = await part.innerText();
    for (const word of [operation.path, operation.method, operation.summary]) {
      assert.ok(text.includes(word), `${operation.operationId}: ${word}`);
    }
    for (const status of Object.keys(operation.responses)) {
      assert.ok((await part.locator('.responses .status').allInnerTexts()).includes(status), `${operation.operationId}: ${status}`);
    }
    for (const node of operation.parameters ?? []) {
      const { name } = resolve(contract, node);
      assert.ok((await part.locator('.told .key').allInnerTexts()).includes(name), `${operation.operationId}: ${name}`);
    }
  }
  const request = await page.locator('#decideNimRanges .told .key').allInnerTexts();
  for (const key of ['heaps', 'queries', 'cases', 'convention', 'index_base', 'verdicts', 'include', 'integers']) {
    assert.ok(request.includes(key), key);
  }
  assert.match(await page.locator('#decideNimRanges .told').innerText(), /9223372036854775807/, 'limits keep their digits');
  await picture('docs-wide');
  await page.locator('#decideNimPosition').scrollIntoViewIfNeeded();
  await page.locator('#decideNimPosition header').evaluate((node) => node.scrollIntoView());
  await page.locator('#decideNimPosition .attempt button.primary').click();
  await page.waitForSelector('#decideNimPosition .outcome');
  await picture('docs-reply');
});

test('docs opens responses, with their schemas and examples', WIDE, async ({ page, url, picture }) => {
  await open(page, url);
  const part = page.locator('#decideXorGame');
  const refusal = part.locator('.responses > details', { has: page.locator('.status', { hasText: '422' }) });
  await refusal.locator('> summary').click();
  await refusal.locator('.media').waitFor();
  const text = await refusal.innerText();
  for (const code of ['unknown-key', 'conflicting-keys', 'search-too-large']) {
    assert.ok(text.includes(code), code);
  }
  await refusal.locator('summary', { hasText: 'Schema: Problem' }).click();
  await refusal.locator('.key').first().waitFor();
  assert.ok((await refusal.locator('.key').allInnerTexts()).includes('pointer'));
  await refusal.evaluate((node) => node.scrollIntoView());
  await picture('docs-responses');
});

test('docs sends every example, and the replies are those of the contract', WIDE, async ({ page, url }) => {
  await open(page, url);
  const contract = await contractOf(url);
  let sent = 0;
  page.context().expected = ['the server responded with a status of 4'];
  for (const operation of operationsOf(contract).filter(({ requestBody }) => requestBody)) {
    const form = page.locator(`#${operation.operationId} .attempt`);
    const names = await form.locator('select.example option').evaluateAll((options) => options.map((option) => option.dataset.name));
    const listed = Object.entries(operation.requestBody.content).flatMap(([type, media]) =>
      Object.keys(media.examples ?? {}).map((name) => ({ type, name })));
    assert.deepEqual(names, listed.map(({ name }) => name));
    for (const [index, { type, name }] of listed.entries()) {
      await form.locator('select.example').selectOption(String(index));
      const reply = page.waitForResponse((response) => response.request().method() === 'POST');
      await form.locator('button.primary').click();
      const status = String((await reply).status());
      await form.locator('button.primary:not(:disabled)').waitFor();
      assert.equal(status, expectedStatus(contract, operation, type, name), `${operation.operationId} ${name}`);
      assert.equal(await form.locator('.outcome .status').innerText(), status);
      assert.ok((await form.locator('.reply-body').innerText()).length > 1);
      sent += 1;
    }
  }
  assert.ok(sent >= 14, `${sent} examples`);
});

test('docs sends every GET as it stands', WIDE, async ({ page, url }) => {
  await open(page, url);
  // Playwright lets no page ask for a favicon.
  const operations = operationsOf(await contractOf(url)).filter(({ method, path }) => method === 'GET' && path !== '/favicon.ico');
  for (const operation of operations) {
    const form = page.locator(`#${operation.operationId} .attempt`);
    await form.locator('button.primary').click();
    await form.locator('.outcome .status').waitFor();
    assert.equal(await form.locator('.outcome .status').innerText(), '200', operation.operationId);
  }
  assert.ok(operations.length >= 8);
});

test('docs offers the arrays that the service keeps', WIDE, async ({ page, url }) => {
  const kept = ['first', 'other'].map((name, i) => ({ name, heaps: 3, version: String(i).repeat(32), nim_sum: 1, largest: 2, bytes: 56 }));
  await page.route('**/nim/arrays', (route) => route.fulfill({ contentType: 'application/json', body: JSON.stringify({ arrays: kept }) }));
  await open(page, url);
  const options = (form) => page.locator(`${form} select[name]`).evaluateAll((fields) =>
    fields.filter(({ name }) => ['name', 'array'].includes(name)).map((field) => [...field.options].map(({ value }) => value)));
  assert.deepEqual(await options('#getArray'), [['first', 'other']]);
  assert.deepEqual(await options('#getNimRanges'), [['', 'first', 'other']]);
  const form = page.locator('#decideNimRanges .attempt');
  for (const [name, pattern] of [['array', /"array": "first",\s+"version": "0{32}"/], ['arrays', /"array": "first",\s+"queries"/]]) {
    await form.locator('select.example').selectOption(await form.locator(`option[data-name=${name}]`).getAttribute('value'));
    assert.match(await form.locator('textarea').inputValue(), pattern);
  }
});

test('docs: what is edited is what is sent, and big numbers stay exact', WIDE, async ({ page, url }) => {
  await open(page, url);
  page.context().expected = ['the server responded with a status of 4'];
  const form = page.locator('#decideXorGame .attempt');
  await form.locator('textarea').fill('{"nums": [9223372036854775807, 1]}');
  await form.locator('textarea').press('Control+Enter');
  await form.locator('.outcome').waitFor();
  assert.match(await form.locator('.reply-body').innerText(), /"xor": 9223372036854775806/);
  assert.match(await form.locator('.line').innerText(), /-d '\{"nums": \[9223372036854775807, 1\]\}'$/);
  await form.locator('textarea').fill('{"nums": [1, 01]}');
  await form.locator('button.primary').click();
  await form.locator('.status.s4').waitFor();
  assert.match(await form.locator('.reply-body').innerText(), /"column": 15/);
  await form.locator('summary', { hasText: 'Headers' }).click();
  assert.match(await form.locator('.reply-headers').innerText(), /content-type: application\/problem\+json/);

  const get = page.locator('#getProblem .attempt');
  await get.locator('select').selectOption('too-few');
  await get.locator('button.primary').click();
  await get.locator('.outcome').waitFor();
  assert.match(await get.locator('.reply-body').innerText(), /"code": "too-few"/);
  assert.match(await get.locator('.line').innerText(), /\/problems\/too-few$/);
});

test('docs shows no raw Markdown, and the limits with the values in force', WIDE, async ({ page, url }) => {
  await open(page, url);
  for (const node of await page.locator('details').all()) {
    await node.evaluate((details) => {
      details.open = true;
    });
  }
  await page.waitForFunction(() => [...document.querySelectorAll('details details')].every((node) => (node.open = true)));
  const raw = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.getElementById('main'), NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      if (/[`]|\*\*/.test(walker.currentNode.data) && !walker.currentNode.parentElement.closest('pre, code, textarea')) {
        found.push(walker.currentNode.data);
      }
    }
    return found;
  });
  assert.deepEqual(raw, []);
  const { limits } = await (await fetch(`${url}/`)).json();
  const contract = await contractOf(url);
  assert.deepEqual(Object.keys(contract['x-limits']), Object.keys(limits));
  for (const [name, value] of Object.entries(limits)) {
    const row = page.locator('#limits tr', { has: page.locator(`[data-limit="${name}"]`) });
    await row.getByText(contract['x-limits'][name].option, { exact: true }).waitFor();
    assert.equal(await row.locator(`[data-limit="${name}"]`).innerText(), String(value));
  }
});

test('docs copies the curl line', { ...WIDE, permissions: ['clipboard-read', 'clipboard-write'] }, async ({ page, url }) => {
  await open(page, url);
  const form = page.locator('#decideXorGame .attempt');
  await form.getByRole('button', { name: 'Copy the curl line' }).click();
  await form.getByText('Copied').first().waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await form.locator('.line').textContent());
});

test('docs fits a phone', PHONE, async ({ page, url, picture }) => {
  await open(page, url);
  assert.equal(await page.locator('.contents details').getAttribute('open'), null, 'the contents are folded');
  await picture('docs-phone');
  await page.locator('#decideNimRanges header').evaluate((node) => node.scrollIntoView());
  await page.locator('#decideNimRanges .attempt button.primary').tap();
  await page.waitForSelector('#decideNimRanges .outcome');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'no sideways scrolling');
  await page.locator('#decideNimRanges .attempt').evaluate((node) => node.scrollIntoView());
  await picture('docs-phone-reply');
});

test('docs in the dark', { ...WIDE, colorScheme: 'dark' }, async ({ page, url, picture }) => {
  await open(page, url);
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(background, 'rgb(18, 22, 20)');
  await page.locator('#decideNimRanges header').evaluate((node) => node.scrollIntoView());
  await picture('docs-dark');
});

test('docs by keyboard: skip link, contents, form', WIDE, async ({ page, url }) => {
  await open(page, url);
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the content');
  const body = page.locator('#decideXorGame textarea');
  await body.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Send');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#decideXorGame .outcome');
});
