// SPDX-License-Identifier: MIT
// The page /play: whole games of both kinds and conventions, by mouse and by keyboard, against the machine.
import assert from 'node:assert/strict';
import { click, moveCount, numbersOf, open, playOut, settled, WIDE } from './play_driver.js';
import { test } from './support.js';

for (const [kind, won, lost] of [['normal', '3,4,5', '1,3,5,7'], ['misere', '1,1,1,2', '1,2,3'], ['misere', '1,1', '1,1,1'], ['xor', '1,4,2,3', '1,1,2']]) {
  test(`play ${kind}: the winning side at ${won} wins, whoever has it`, WIDE, async ({ page, url, picture }) => {
    await open(page, url, kind, won);
    await picture(`play-${kind}-${won.length}`);
    assert.match(await playOut(page, kind, true), /You win/);
    assert.equal(await page.locator('#verdict').innerText(), 'You have won');
    await picture(`play-${kind}-${won.length}-won`);
    await page.locator('#again').click();
    await settled(page);
    await page.locator('#machine-first').click();
    assert.match(await playOut(page, kind, true), /The machine wins/);
  });

  test(`play ${kind}: the machine wins from ${lost}, and after a mistake at ${won}`, WIDE, async ({ page, url }) => {
    await open(page, url, kind, lost);
    assert.match(await playOut(page, kind, true), /The machine wins/);
    await open(page, url, kind, lost);
    assert.match(await playOut(page, kind, false), /The machine wins/);
    if (!(kind === 'misere' && won === '1,1')) { // there every move wins
      await open(page, url, kind, won);
      assert.match(await playOut(page, kind, false), /The machine wins/);
    }
  });
}

test('play chalkboard: XOR 0 is over before it begins, and the last number loses', WIDE, async ({ page, url }) => {
  await open(page, url, 'xor', '1,2,3');
  assert.match(await page.locator('#status').innerText(), /^Whoever begins wins: a turn that begins with XOR 0/);
  assert.equal(await page.locator('#board button:not(:disabled)').count(), 0);
  await open(page, url, 'xor', '5');
  await click(page, 0, null);
  assert.match(await page.locator('#status').innerText(), /^You erased 5. The machine wins/);
  assert.match(await page.locator('#board').innerText(), /empty/);
});

test('play: heaps without stones', WIDE, async ({ page, url }) => {
  await open(page, url, 'normal', '0,0');
  assert.match(await page.locator('#status').innerText(), /^Whoever begins loses/);
  await open(page, url, 'misere', '0');
  assert.match(await page.locator('#status').innerText(), /^Whoever begins wins/);
});

test('play: undo goes back to your last turn, and to the beginning', WIDE, async ({ page, url }) => {
  await open(page, url, 'normal', '3,4,5');
  const positions = [String(await numbersOf(page))];
  for (const [index, take] of [[0, 2n], [1, 1n]]) {
    await click(page, index, take);
    assert.equal(await settled(page), 'you');
    positions.push(String(await numbersOf(page)));
  }
  for (const wanted of positions.slice(0, -1).reverse()) {
    await page.locator('#undo').click();
    await page.waitForFunction((text) => [...document.querySelectorAll('#board .number')].map((n) => n.textContent).join() === text, wanted);
  }
  assert.equal(await page.locator('#undo').isDisabled(), true);
  assert.equal(await page.locator('#machine-first').isDisabled(), false);
  await page.locator('#machine-first').click();
  await page.locator('#moves li').waitFor();
  assert.equal(await settled(page), 'you');
  assert.equal(String(await numbersOf(page)), '1,4,5', 'the machine plays the winning move');
});

async function tabTo(page, selector) {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) {
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${selector}`);
}

for (const [kind, numbers] of [['normal', '3,4,5'], ['misere', '1,1,1,2'], ['xor', '1,4,2,3']]) {
  test(`play ${kind} with the keyboard alone`, WIDE, async ({ page, url }) => {
    await open(page, url, kind, numbers);
    await tabTo(page, '#board button');
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    while (!(await page.evaluate(() => document.activeElement.classList.contains('wins')))) {
      await page.keyboard.press('ArrowRight');
    }
    while ((await settled(page)) !== 'over') {
      const before = await moveCount(page);
      await page.waitForFunction(() => document.activeElement.closest('#board'));
      await page.keyboard.press('Enter');
      if (kind !== 'xor') {
        await page.waitForFunction(() => document.activeElement.id === 'amount');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowDown');
        const hint = await page.locator('#board button[aria-pressed="true"] .hint').innerText();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.type(/[0-9]+/.exec(hint)[0]);
        await page.keyboard.press('Enter');
      }
      await page.locator('#moves li').nth(before).waitFor();
    }
    assert.match(await page.locator('#status').innerText(), /You win/);
    await page.waitForFunction(() => document.activeElement.id === 'again');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('#moves li').length === 0);
  });
}

test('play with the keyboard: Escape leaves the amount, and focus goes back to the heap', WIDE, async ({ page, url }) => {
  await open(page, url, 'normal', '3,4,5');
  await tabTo(page, '#board button');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('#move').isVisible(), false);
  assert.match(await page.evaluate(() => document.activeElement.innerText), /^Heap 2:\s*4/);
});
