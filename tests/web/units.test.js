// SPDX-License-Identifier: MIT
// What the pages' modules promise on their own: exact numbers, curl lines, rules; asked in the browser.
import assert from 'node:assert/strict';
import { test } from './support.js';

async function load(page, url) {
  await page.goto(`${url}/docs`);
}

test('exact_json keeps every digit and refuses what is not JSON', {}, async ({ page, url }) => {
  await load(page, url);
  const told = await page.evaluate(async () => {
    const { parse, print } = await import('/assets/exact_json.js');
    const round = (text) => print(parse(text), 1000);
    const refuses = (text) => {
      try {
        parse(text);
        return false;
      } catch {
        return true;
      }
    };
    return {
      same: ['9223372036854775807', '[1, 9007199254740993, -9007199254740993]', '{"a": {"b": [true, null, "x\\n\\""]}}', '[]', '{}', '0.5', '""',
        '{"__proto__": 1}'].map((text) => [text, round(text)]),
      refused: ['', '[', '[1', '{"a"}', '1 2', '{"a":1,}', 'nope', '[1,]', '"'].map((text) => [text, refuses(text)]),
      filled: print(parse(`[${Array.from({ length: 40 }, (_, i) => i).join(',')}]`), 40),
    };
  });
  for (const [text, again] of told.same) {
    assert.equal(again, text);
  }
  for (const [text, refused] of told.refused) {
    assert.ok(refused, text);
  }
  assert.ok(told.filled.split('\n').every((line) => line.length <= 41), told.filled);
  assert.deepEqual(JSON.parse(told.filled), Array.from({ length: 40 }, (_, i) => i));
});

test('curl lines survive a shell', {}, async ({ page, url }) => {
  await load(page, url);
  const { execFileSync } = await import('node:child_process');
  for (const body of ['{"nums":[1,1,2]}', "it's '\"$HOME\" `id` \\ !", '1\n2 1\n1 1\n1 2\n', '@/etc/passwd']) {
    const line = await page.evaluate(async (text) => {
      const { curlLine } = await import('/assets/curl.js');
      return curlLine({ method: 'POST', path: '/xor-game?a=1&b=$x', headers: [['Content-Type', 'text/plain']], body: text });
    }, body);
    const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${line}`]).toString().split('\0');
    assert.deepEqual(words, ['-s', `${url}/xor-game?a=1&b=$x`, '-H', 'Content-Type: text/plain',
      body.startsWith('@') ? '--data-raw' : '-d', body, '']);
  }
});

test('the curl line makes the very request', {}, async ({ page, url }) => {
  await load(page, url);
  const { execFileSync } = await import('node:child_process');
  const line = await page.evaluate(async () => {
    const { curlLine } = await import('/assets/curl.js');
    const { requestFor } = await import('/assets/service.js');
    return curlLine(requestFor({ kind: 'nim', convention: 'misere', numbers: [3n, 2n ** 63n - 1n] }));
  });
  const reply = JSON.parse(execFileSync('sh', ['-c', line]).toString());
  assert.equal(reply.nim_sum, '9223372036854775804');
});

test('the rules take what they should and end when they should', {}, async ({ page, url }) => {
  await load(page, url);
  const told = await page.evaluate(async () => {
    const { readNumbers, ending, stallingMove } = await import('/assets/rules.js');
    const read = (text) => readNumbers(text).numbers?.join(' ') ?? 'fault';
    const end = (kind, convention, ...numbers) => ending({ kind, convention, numbers: numbers.map(BigInt) })?.moverWins ?? 'goes on';
    return {
      read: ['3 4,5', '[1,\n2;3]', '007', '9223372036854775807', '9223372036854775808', '-1', '1.5', '1e3', 'x', '', ' , ',
        Array(257).fill(1).join(' ')].map(read),
      ends: [end('nim', 'normal', 0, 0), end('nim', 'misere', 0), end('nim', 'normal', 0, 1), end('xor', 'normal'),
        end('xor', 'normal', 0), end('xor', 'normal', 5, 5), end('xor', 'normal', 5)],
      stalls: [stallingMove({ kind: 'nim', numbers: [1n, 7n, 2n] }), stallingMove({ kind: 'xor', numbers: [2n, 1n, 1n] }),
        stallingMove({ kind: 'xor', numbers: [4n] })].map(({ index, take }) => [index, Number(take)]),
    };
  });
  assert.deepEqual(told.read, ['3 4 5', '1 2 3', '7', '9223372036854775807', ...Array(8).fill('fault')]);
  assert.deepEqual(told.ends, [false, true, 'goes on', true, true, true, 'goes on']);
  assert.deepEqual(told.stalls, [[1, 1], [1, 1], [0, 4]]);
});
