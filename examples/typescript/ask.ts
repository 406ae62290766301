// SPDX-License-Identifier: MIT
// ask.ts: both games by a typed client, and requests that are refused: by the compiler, and by nimsum.
//   npm ci && npm run generate && npm run build && npm start -- http://127.0.0.1:8080
import createClient from 'openapi-fetch';
import type {components, paths} from './nimsum.d.ts';

const nimsum = createClient<paths>({baseUrl: process.argv[2] ?? 'http://127.0.0.1:8080'});

function told(problem: components['schemas']['Problem']): string {
  return `${problem.code} at ${problem.pointer ?? problem.parameter ?? 'no place'}: ${problem.detail}`;
}

const board = await nimsum.POST('/xor-game', {body: {nums: [1, 1, 2]}});
if (board.error) throw new Error(told(board.error));
// The reply to one board and the reply to a batch are different types.
if ('winner' in board.data) console.log(`chalkboard: ${board.data.winner} wins`);

const nim = await nimsum.POST('/nim/ranges', {
  body: {heaps: [1, 2, 2], queries: [[1, 2], [2, 3]]},
});
if (nim.error) throw new Error(told(nim.error));
if (typeof nim.data === 'object' && 'verdicts' in nim.data && Array.isArray(nim.data.verdicts)) {
  nim.data.verdicts.forEach((first, query) => {
    console.log(`nim query ${query}: ${first ? 'first' : 'second'} player wins`);
  });
}

// @ts-expect-error: the compiler knows that there is no such key
void (() => nimsum.POST('/nim/position', {body: {heapz: [3, 4, 5]}}));

const refused = await nimsum.POST('/nim/ranges', {body: {heaps: [1, 2, 2], queries: [[2, 9]]}});
if (refused.error) console.log(`refused: ${told(refused.error)}`);
