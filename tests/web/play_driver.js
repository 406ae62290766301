// SPDX-License-Identifier: MIT
// play_driver.js: how a person plays on /play, and a judge who works the theorems out once more.
import assert from 'node:assert/strict';

export const WIDE = { viewport: { width: 1280, height: 900 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export function xorOf(numbers) {
  return numbers.reduce((sum, number) => sum ^ number, 0n);
}

// Whether the player to move wins.
export function moverWins(kind, numbers) {
  const sum = xorOf(numbers);
  if (kind === 'xor') {
    return sum === 0n || numbers.length % 2 === 0;
  }
  const large = numbers.some((number) => number > 1n);
  return kind === 'misere' && !large ? sum === 0n : sum !== 0n;
}

export async function open(page, url, kind, numbers) {
  await page.goto(`${url}/play#${kind}=${numbers}`);
  await page.reload(); // a change of the fragment alone loads nothing
  await page.locator('#verdict:not(:empty)').waitFor();
}

export async function numbersOf(page) {
  return (await page.locator('#board .number').allInnerTexts()).map(BigInt);
}

// Wait until it is your turn, or the game is over: 'you', 'start', or 'over'.
export async function settled(page) {
  const found = await page.waitForFunction(() => { // one look at everything, so that it fits together
    const status = document.getElementById('status');
    if (document.getElementById('board').getAttribute('aria-busy') !== 'false') {
      return null;
    }
    if (/\b(wins?|loses)\b/i.test(status.textContent)) {
      return 'over';
    }
    return ['you', 'start'].includes(status.dataset.state) ? status.dataset.state : null;
  });
  return found.jsonValue();
}

export async function moveCount(page) {
  return page.locator('#moves li').count();
}

// Erase, or take: what a person clicks.
export async function click(page, index, take) {
  const before = await moveCount(page);
  await page.locator('#board button').nth(index).click();
  if (take !== null) {
    await page.locator('#amount').fill(String(take));
    await page.locator('#take').click();
  }
  await page.locator('#moves li').nth(before).waitFor();
}

export async function hintsOf(page) {
  return page.locator('#board button').evaluateAll((buttons) => buttons.map((button) => ({
    wins: button.classList.contains('wins'), take: /[0-9]+/.exec(button.querySelector('.hint')?.textContent ?? '')?.[0] ?? null })));
}

// What the page tells has to be what the theorem says.
export async function judge(page, kind, started) {
  const numbers = await numbersOf(page);
  const hints = await hintsOf(page);
  const wins = moverWins(kind, numbers);
  assert.equal(hints.some((hint) => hint.wins), wins, `${kind} ${numbers}`);
  for (const [index, hint] of hints.entries()) {
    if (hint.wins) {
      const left = kind === 'xor' ? numbers.filter((_, i) => i !== index)
        : numbers.map((number, i) => (i === index ? number - BigInt(hint.take) : number));
      assert.ok(!moverWins(kind, left), `${kind} ${numbers}: the hint ${index} leaves ${left}`);
    }
  }
  const verdict = await page.locator('#verdict').innerText();
  assert.equal(verdict, started ? `${wins ? 'You' : 'The machine'} can win from here` : `Whoever moves ${wins ? 'first' : 'second'} can win`);
  assert.equal(await page.locator('.parity th').innerText().then((text) => BigInt(/[0-9]+$/.exec(text)[0])), xorOf(numbers));
  return { numbers, hints, wins };
}

// A move as choose says: the winning one, or one that loses.
export function pick(kind, { numbers, hints }, well) {
  const winning = hints.findIndex((hint) => hint.wins);
  if (well && winning >= 0) {
    return [winning, kind === 'xor' ? null : BigInt(hints[winning].take)];
  }
  if (kind === 'xor') {
    return [Math.max(0, hints.findIndex((hint) => !hint.wins)), null];
  }
  const index = numbers.findIndex((number) => number > 0n);
  const bad = hints[index].take === '1' && numbers[index] > 1n ? 2n : 1n;
  return [index, bad];
}

export async function playOut(page, kind, well) {
  let state = await settled(page);
  while (state !== 'over') {
    await click(page, ...pick(kind, await judge(page, kind, state === 'you'), well));
    state = await settled(page);
  }
  return page.locator('#status').innerText();
}
