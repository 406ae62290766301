// SPDX-License-Identifier: MIT
// answers.ts: what every client asks, one question for each operation of openapi.json, and what must come back.
import assert from 'node:assert/strict';

export type Client = Record<string, () => Promise<unknown>>;

export const base = process.argv[2] ?? 'http://127.0.0.1:8080';

export const board = [7, 1, 2, 5];
export const heaps = [1, 2, 2];
export const queries: [number, number][] = [[1, 2], [2, 3]];
export const ranges = ['1-2', '2-3'];
export const position = [3, 4, 5];

type Check = (data: unknown) => Promise<void> | void;

function is(wanted: unknown): Check {
  return (data) => assert.deepEqual(data, wanted);
}

// Text comes as a string or, where the client knows the type not, as a Blob.
function holds(pattern: RegExp): Check {
  return async (data) => assert.match(data instanceof Blob ? await data.text() : String(data), pattern);
}

function has(wanted: Record<string, unknown>): Check {
  return (data) => {
    const told = data as Record<string, unknown>;
    assert.deepEqual(Object.fromEntries(Object.keys(wanted).map((key) => [key, told[key]])), wanted);
  };
}

const decidedBoard = has({
  winner: 'alice', xor: 1, count: 4, reason: 'even-count',
  winning_moves: [{index: 0, erase: 7}, {index: 2, erase: 2}, {index: 3, erase: 5}],
});
const decidedRanges = is({
  verdicts: [true, false], nim_sums: [3, 0], move_counts: [1, 0], wins: 1, weighted_sum: 2, modulus: 1000000007,
  convention: 'normal', index_base: 1,
});
const demo = has({name: 'demo', heaps: 3, nim_sum: 1, largest: 2});
const decidedPosition = is({
  winner: 'first', first_player_wins: true, nim_sum: 2, winning_moves: [{heap: 1, take: 2}], remoteness: 11,
  convention: 'normal', index_base: 1,
});

export const answers: Record<string, Check> = {
  decideXorGame: decidedBoard,
  getXorGame: decidedBoard,
  decideNimRanges: decidedRanges,
  getNimRanges: decidedRanges,
  decideNimPosition: decidedPosition,
  getNimPosition: decidedPosition,
  getArrays: (data) => demo((data as {arrays: unknown[]}).arrays[0]),
  getArray: (data) => demo(data),
  getIndex: has({name: 'nimsum'}),
  getHealth: is({status: 'alive'}),
  getReadiness: is({status: 'ready'}),
  getMetrics: holds(/^nimsum_build_info/m),
  getContract: holds(/^openapi: 3\.1/),
  getContractAsJson: has({openapi: '3.1.0'}),
  getDocs: holds(/^<!doctype html>/),
  getPlay: holds(/^<!doctype html>/),
  getAsset: holds(/--ink/),
  getFavicon: holds(/^<svg /),
  getProblems: (data) => assert.ok((data as {problems: unknown[]}).problems.length >= 21),
  getProblem: has({code: 'out-of-range', status: 422}),
};
