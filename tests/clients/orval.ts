// SPDX-License-Identifier: MIT
// orval.ts: the client that orval generates, which repeats the name of a list for each element whatever the contract says.
import {board, heaps, position, queries, ranges, type Client} from './answers.js';
import * as sdk from './generated/orval.js';

async function data(call: Promise<{status: number; data: unknown}>): Promise<unknown> {
  const {status, data} = await call;
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(data)}`);
  return data;
}

export const orval: Client = {
  decideXorGame: () => data(sdk.decideXorGame({nums: board, include: ['winning_moves', 'explanation']})),
  getXorGame: () => data(sdk.getXorGame({nums: board, include: ['winning_moves', 'explanation']})),
  decideNimRanges: () => data(sdk.decideNimRanges({heaps, queries, include: ['nim_sums', 'move_counts']})),
  getNimRanges: () => data(sdk.getNimRanges({heaps, queries: ranges, include: ['nim_sums', 'move_counts']})),
  decideNimPosition: () => data(sdk.decideNimPosition({heaps: position, include: ['winning_moves']})),
  getNimPosition: () => data(sdk.getNimPosition({heaps: position, include: ['winning_moves']})),
  getArrays: () => data(sdk.getArrays()),
  getArray: () => data(sdk.getArray('demo')),
  getIndex: () => data(sdk.getIndex()),
  getHealth: () => data(sdk.getHealth()),
  getReadiness: () => data(sdk.getReadiness()),
  getMetrics: () => data(sdk.getMetrics()),
  getContract: () => data(sdk.getContract()),
  getContractAsJson: () => data(sdk.getContractAsJson()),
  getDocs: () => data(sdk.getDocs()),
  getPlay: () => data(sdk.getPlay()),
  getAsset: () => data(sdk.getAsset('style.css')),
  getFavicon: () => data(sdk.getFavicon()),
  getProblems: () => data(sdk.getProblems()),
  getProblem: () => data(sdk.getProblem('out-of-range')),
};

// Each status has a type of its own, so that a refusal is known as one.
export async function refusal(): Promise<string | undefined> {
  const reply = await sdk.getNimRanges({heaps, queries: ['2-9']});
  return reply.status === 422 ? reply.data.code : undefined;
}
