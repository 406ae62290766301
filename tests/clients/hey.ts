// SPDX-License-Identifier: MIT
// hey.ts: the client that hey-api generates.
import {base, board, heaps, position, queries, ranges, type Client} from './answers.js';
import {client} from './generated/hey/client.gen.js';
import * as sdk from './generated/hey/index.js';

client.setConfig({baseUrl: base, throwOnError: true});

async function data<T>(call: Promise<{data: T}>): Promise<T> {
  return (await call).data;
}

export const hey: Client = {
  decideXorGame: () => data(sdk.decideXorGame({body: {nums: board, include: ['winning_moves', 'explanation']}})),
  getXorGame: () => data(sdk.getXorGame({query: {nums: board, include: ['winning_moves', 'explanation']}})),
  decideNimRanges: () => data(sdk.decideNimRanges({body: {heaps, queries, include: ['nim_sums', 'move_counts']}})),
  getNimRanges: () => data(sdk.getNimRanges({query: {heaps, queries: ranges, include: ['nim_sums', 'move_counts']}})),
  decideNimPosition: () => data(sdk.decideNimPosition({body: {heaps: position, include: ['winning_moves']}})),
  getNimPosition: () => data(sdk.getNimPosition({query: {heaps: position, include: ['winning_moves']}})),
  getArrays: () => data(sdk.getArrays()),
  getArray: () => data(sdk.getArray({path: {name: 'demo'}})),
  getIndex: () => data(sdk.getIndex()),
  getHealth: () => data(sdk.getHealth()),
  getReadiness: () => data(sdk.getReadiness()),
  getMetrics: () => data(sdk.getMetrics()),
  getContract: () => data(sdk.getContract()),
  getContractAsJson: () => data(sdk.getContractAsJson()),
  getDocs: () => data(sdk.getDocs()),
  getPlay: () => data(sdk.getPlay()),
  getAsset: () => data(sdk.getAsset({path: {name: 'style.css'}})),
  getFavicon: () => data(sdk.getFavicon()),
  getProblems: () => data(sdk.getProblems()),
  getProblem: () => data(sdk.getProblem({path: {code: 'out-of-range'}})),
};
