// SPDX-License-Identifier: MIT
// ask.js [URL]: both games with fetch (Node 18 or later, Deno, Bun, browsers), and a request that is refused.
const url = process.argv[2] ?? 'http://127.0.0.1:8080';

class Problem extends Error {
  constructor(problem) {
    super(`${problem.code} at ${problem.pointer}: ${problem.detail}`);
    Object.assign(this, problem);
  }
}

async function ask(path, body) {
  const reply = await fetch(url + path, {
    method: 'POST',
    headers: {'Content-Type': 'application/json'},
    // Numbers past 2^53 lose digits in JavaScript; this asks for them as strings of digits.
    body: JSON.stringify({...body, integers: 'strings'}),
    signal: AbortSignal.timeout(10_000),
  });
  if (reply.ok) return reply.json();
  if (reply.headers.get('content-type') === 'application/problem+json') throw new Problem(await reply.json());
  throw new Error(`${path}: status ${reply.status}`);
}

async function main() {
  const {winner} = await ask('/xor-game', {nums: [1, 1, 2]});
  console.log(`chalkboard: ${winner} wins`);
  const {verdicts} = await ask('/nim/ranges', {heaps: [1, 2, 2], queries: [[1, 2], [2, 3]]});
  verdicts.forEach((first, i) => console.log(`nim query ${i}: ${first ? 'first' : 'second'} player wins`));
  try {
    await ask('/nim/ranges', {heaps: [1, 2, 2], queries: [[2, 9]]});
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.log(`refused: ${error.message}`);
  }
}

main();
