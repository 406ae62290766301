// SPDX-License-Identifier: MIT
// server.js: both games on Node's own http module and JSON.
'use strict';
const http = require('node:http');

const MODULUS = 1000000007;

function answerBoard(nums) {
  let xor = 0;
  for (const number of nums) xor ^= number;
  const aliceWins = xor === 0 || nums.length % 2 === 0;
  const reason = xor === 0 ? 'xor-zero' : nums.length % 2 === 0 ? 'even-count' : 'odd-count';
  return { winner: aliceWins ? 'alice' : 'bob', alice_wins: aliceWins, xor, count: nums.length, reason };
}

function answerXorGame(request) {
  return request.boards ? { results: request.boards.map(answerBoard) } : answerBoard(request.nums);
}

function answerRanges({ heaps, queries }) {
  const prefix = new Int32Array(heaps.length + 1);
  for (let i = 0; i < heaps.length; i++) prefix[i + 1] = prefix[i] ^ heaps[i];
  const bits = Buffer.alloc(queries.length);
  let wins = 0, sum = 0;
  for (let i = 0; i < queries.length; i++) {
    const [l, r] = queries[i];
    if (!(l >= 1 && l <= r && r <= heaps.length)) throw new RangeError(`query ${i}`);
    const f = prefix[r] !== prefix[l - 1] ? 1 : 0;
    bits[i] = 48 + f;
    wins += f;
    sum = (2 * sum + f) % MODULUS;
  }
  return {
    verdicts: bits.toString('latin1'), wins, weighted_sum: sum, modulus: MODULUS, convention: 'normal', index_base: 1,
  };
}

const routes = { '/xor-game': answerXorGame, '/nim/ranges': answerRanges };

const server = http.createServer((request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    try {
      const reply = JSON.stringify(routes[request.url](JSON.parse(Buffer.concat(pieces))));
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(reply) });
      response.end(reply);
    } catch (error) {
      response.writeHead(400);
      response.end(error.message);
    }
  });
});

server.listen(0, '127.0.0.1', () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
