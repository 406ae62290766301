// SPDX-License-Identifier: MIT
// The page /play: what it shows, on every screen and to everyone.
import assert from 'node:assert/strict';
import { click, judge, moverWins, numbersOf, open, PHONE, settled, WIDE, xorOf } from './play_driver.js';
import { test } from './support.js';

test('play: numbers past 2^53 are exact', WIDE, async ({ page, url, picture }) => {
  const numbers = [9007199254740993n, 9223372036854775807n, 12n];
  await open(page, url, 'normal', numbers.join(','));
  const { hints } = await judge(page, 'normal', false);
  const index = hints.findIndex((hint) => hint.wins);
  assert.equal(BigInt(hints[index].take), numbers[index] - (numbers[index] ^ xorOf(numbers)));
  await picture('play-big');
  await click(page, index, BigInt(hints[index].take));
  assert.equal(await settled(page), 'you');
  assert.equal(moverWins('normal', await numbersOf(page)), true, 'the machine had a lost position');
});

test('play: bits stand under each other, and odd columns are marked', WIDE, async ({ page, url }) => {
  await open(page, url, 'normal', '3,4,5');
  const rows = await page.locator('.bits tbody tr').evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td:not(.target)')].map((cell) => cell.textContent).join('')));
  assert.deepEqual(rows, ['011', '100', '101']);
  const parity = await page.locator('.bits .parity td').evaluateAll((cells) => cells.slice(0, 3).map((cell) => [cell.textContent, cell.classList.contains('odd')]));
  assert.deepEqual(parity, [['0', false], ['1', true], ['0', false]]);
  assert.equal(await page.locator('.bits .target').first().innerText(), '→ 1');
  assert.match(await page.locator('#explanation').innerText(), /nim-sum of the 3 heaps is 2 \(binary 10\)/);
});

test('play: typing and pasting is judged at once; what is wrong is said', WIDE, async ({ page, url, picture }) => {
  await open(page, url, 'normal', '3,4,5');
  await page.locator('#numbers').fill('[10, 20\n 30]');
  await page.waitForFunction(() => document.querySelectorAll('#board button').length === 3 && document.querySelector('#board .number').textContent === '10');
  assert.match(page.url(), /#normal=10,20,30$/);
  await page.locator('#numbers').fill('3, -4');
  await page.locator('#numbers-fault:not(:empty)').waitFor();
  assert.match(await page.locator('#numbers-fault').innerText(), /“-4” is not a whole number/);
  assert.equal(await page.locator('#numbers').getAttribute('aria-invalid'), 'true');
  await picture('play-fault');
  await page.getByLabel('Chalkboard XOR').check();
  await page.waitForFunction(() => document.querySelectorAll('#board .tile').length === 4);
  assert.equal(await page.locator('#conventions').isVisible(), false);
  await page.getByRole('button', { name: 'Random' }).click();
  await settled(page);
  assert.match(page.url(), /#xor=[0-9,]+$/);
});

test('play: hints can be hidden', WIDE, async ({ page, url }) => {
  await open(page, url, 'normal', '3,4,5');
  assert.equal(await page.locator('#board .wins').count(), 1);
  await page.locator('#hints').uncheck();
  assert.equal(await page.locator('#board .wins').count(), 0);
  assert.equal(await page.locator('.bits .target').count(), 0);
});

test('play: a click on a stone takes it and those above', WIDE, async ({ page, url, picture }) => {
  await open(page, url, 'normal', '3,4,5');
  await page.locator('#board button').nth(2).locator('.stone').nth(2).click();
  assert.equal(await page.locator('#amount').inputValue(), '3');
  assert.equal(await page.locator('#board .stone.taken').count(), 3);
  await picture('play-chosen');
  await page.locator('#amount').fill('9');
  assert.equal(await page.locator('#take').isDisabled(), true);
  assert.match(await page.locator('#amount-note').innerText(), /from 1 to 5/);
  await page.locator('#all').click();
  assert.equal(await page.locator('#amount').inputValue(), '5');
  await page.locator('#fewer').click();
  await page.locator('#take').click();
  await page.locator('#moves li').first().waitFor();
  assert.match(await page.locator('#moves li').first().innerText(), /You took 4 from heap 3/);
});

test('play tells assistive technology what it shows', WIDE, async ({ page, url }) => {
  await open(page, url, 'normal', '3,4,5');
  assert.equal(await page.locator('#status').getAttribute('role'), 'status');
  await page.getByRole('button', { name: 'Heap 1: 3 stones, take 2 to win' }).waitFor();
  await page.getByRole('region', { name: 'The XOR, column by column' }).waitFor();
  await page.getByRole('radio', { name: 'loses (misère)' }).waitFor();
  const unnamed = await page.evaluate(() => [...document.querySelectorAll('button, input, textarea')]
    .filter((node) => !(node.getAttribute('aria-label') || node.textContent.trim() || node.labels?.length)).length);
  assert.equal(unnamed, 0);
});

test('play says who Alice and Bob are before it speaks of them', WIDE, async ({ page, url }) => {
  await open(page, url, 'xor', '1,1,2,3');
  assert.match(await page.locator('#explanation').innerText(), /Alice/);
  assert.match(await page.locator('#rules').innerText(), /^Two players, Alice and Bob, .*Alice is whoever moves first/);
});

for (const [kind, numbers] of [['normal', '3,4,5'], ['misere', '1,1,1,2'], ['xor', '1,1,2,3']]) {
  test(`play on a phone: the board is on the first screen: ${kind}`, PHONE, async ({ page, url }) => {
    await open(page, url, kind, numbers);
    const { bottom } = await page.locator('#board').evaluate((board) => board.getBoundingClientRect());
    assert.ok(bottom <= PHONE.viewport.height, `it ends at ${bottom}`);
    assert.equal(await page.locator('#numbers').isVisible(), false);
    await page.getByText('Choose another game').tap();
    await page.locator('#numbers').fill('7, 1');
    await page.waitForFunction(() => document.querySelectorAll('#board button').length === 2);
  });
}

test('play on a phone', PHONE, async ({ page, url, picture }) => {
  await open(page, url, 'misere', '1,3,5,6');
  await picture('play-phone', { fullPage: true });
  await page.locator('#board button.wins').first().tap();
  await picture('play-phone-chosen');
  await page.locator('#take').tap();
  await page.locator('#moves li').first().waitFor();
  await settled(page);
  for (const numbers of ['9223372036854775807,9007199254740993', Array(40).fill(12).join(',')]) {
    await open(page, url, 'normal', numbers);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `no sideways scrolling: ${numbers}`);
  }
  const small = await page.evaluate(() => [...document.querySelectorAll('button')].filter((button) => button.offsetParent && button.offsetHeight < 32).length);
  assert.equal(small, 0, 'every button is large enough for a finger');
});

// WCAG 2 contrast of every text against what is behind it, where that is one colour.
async function poorContrast(page) {
  return page.evaluate(() => {
    const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const over = (colors) => {
      paint.clearRect(0, 0, 1, 1);
      for (const color of colors) {
        paint.fillStyle = color;
        paint.fillRect(0, 0, 1, 1);
      }
      return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (rgb) => rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const faults = [];
    for (const node of document.querySelectorAll('body *')) {
      const text = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
      const style = getComputedStyle(node);
      if (!text || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || node.closest(':disabled, .visually-hidden, .skip, option')) {
        continue;
      }
      const behind = [];
      for (let place = node; place; place = place.parentElement) {
        const own = getComputedStyle(place);
        behind.unshift(own.backgroundColor);
        if (own.backgroundImage !== 'none') {
          behind.unshift(/rgb[^)]*\)/.exec(own.backgroundImage)[0]);
        }
      }
      const [a, b] = [light(over([...behind, style.color])), light(over(behind))].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      if (ratio < 4.5) {
        faults.push(`${ratio.toFixed(2)} ${node.tagName}.${node.className}: ${node.textContent.trim().slice(0, 30)}`);
      }
    }
    return faults;
  });
}

for (const colorScheme of ['light', 'dark']) {
  test(`the colours have contrast: ${colorScheme}`, { ...WIDE, colorScheme }, async ({ page, url, picture }) => {
    await open(page, url, 'normal', '3,4,5');
    await page.locator('#board button').first().click();
    await page.locator('.why summary').click();
    assert.deepEqual(await poorContrast(page), []);
    await picture(`play-${colorScheme}`, { fullPage: true });
    await open(page, url, 'xor', '1,4,2,3');
    assert.deepEqual(await poorContrast(page), []);
    await page.goto(`${url}/docs`);
    await page.waitForSelector('.operation');
    await page.locator('#decideXorGame button.primary').click();
    await page.waitForSelector('#decideXorGame .outcome');
    assert.deepEqual(await poorContrast(page), []);
  });
}

test('pages that fail say so', WIDE, async ({ page, context, url }) => {
  context.expected = ['the server responded with a status of 503'];
  await page.route('**/nim/position', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"detail":"the service is about to stop"}' }));
  await page.goto(`${url}/play`);
  await page.getByText('The service did not answer: the service is about to stop').waitFor();
  await page.unroute('**/nim/position');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.locator('#board button.wins').waitFor();
  assert.equal(await page.locator('#retry').isVisible(), false);
  context.expected.push('the server responded with a status of 500');
  await page.route('**/openapi.json', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(`${url}/docs`);
  await page.getByText('The contract could not be shown').waitFor();
  await page.unroute('**/openapi.json');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.locator('.operation').first().waitFor();
});

test('play: a range of an array that the service keeps is asked about', PHONE, async ({ page, url, picture }) => {
  await open(page, url, 'normal', '3,4,5');
  await page.getByRole('button', { name: 'Who wins?' }).click();
  await page.locator('#array-answer:not(:empty)').waitFor();
  assert.equal(await page.locator('#array-form select').first().innerText(), 'demo (3 heaps)');
  assert.match(await page.locator('#array-answer').innerText(), /^The nim-sum of the range is 1: whoever moves first can win, by taking 1 from heap 1\.$/);
  await picture('play-arrays', { fullPage: true });
  await page.getByLabel('from heap').fill('2');
  await page.getByRole('button', { name: 'Who wins?' }).click();
  await page.waitForFunction(() => /is 0: whoever moves second can win\.$/.test(document.querySelector('#array-answer').textContent));
  await page.getByLabel('from heap').fill('x');
  await page.getByRole('button', { name: 'Who wins?' }).click();
  await page.locator('#array-fault:not(:empty)').waitFor();
  assert.equal(await page.locator('#array-answer').innerText(), '');
});

test('play: nothing is said of arrays where there are none', WIDE, async ({ page, url }) => {
  await page.route(`${url}/`, (route) => route.fulfill({ contentType: 'application/json', body: '{"links":{}}' }));
  await open(page, url, 'normal', '3,4,5');
  assert.equal(await page.locator('#arrays').isVisible(), false);
});
