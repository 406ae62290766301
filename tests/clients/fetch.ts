// SPDX-License-Identifier: MIT
// fetch.ts: openapi-fetch with the types of openapi-typescript, as it comes: it repeats the name of a list for each
// element (nums=7&nums=1). And once more told to write lists as the contract does (nums=7,1).
import createClient, {type ClientOptions} from 'openapi-fetch';
import {base, board, heaps, position, queries, ranges, type Client} from './answers.js';
import type {paths} from './generated/nimsum.js';

async function data<T>(call: Promise<{data?: T; error?: unknown}>): Promise<T> {
  const {data, error} = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

function made(options: ClientOptions): Client {
  const {GET, POST} = createClient<paths>({baseUrl: base, ...options});
  const parseAs = 'text';
  return {
    decideXorGame: () => data(POST('/xor-game', {body: {nums: board, include: ['winning_moves', 'explanation']}})),
    getXorGame: () => data(GET('/xor-game', {params: {query: {nums: board, include: ['winning_moves', 'explanation']}}})),
    decideNimRanges: () => data(POST('/nim/ranges', {body: {heaps, queries, include: ['nim_sums', 'move_counts']}})),
    getNimRanges: () => data(GET('/nim/ranges',
      {params: {query: {heaps, queries: ranges, include: ['nim_sums', 'move_counts']}}})),
    decideNimPosition: () => data(POST('/nim/position', {body: {heaps: position, include: ['winning_moves']}})),
    getNimPosition: () => data(GET('/nim/position', {params: {query: {heaps: position, include: ['winning_moves']}}})),
    getArrays: () => data(GET('/nim/arrays')),
    getArray: () => data(GET('/nim/arrays/{name}', {params: {path: {name: 'demo'}}})),
    getIndex: () => data(GET('/')),
    getHealth: () => data(GET('/healthz')),
    getReadiness: () => data(GET('/readyz')),
    getMetrics: () => data(GET('/metrics', {parseAs})),
    getContract: () => data(GET('/openapi.yaml', {parseAs})),
    getContractAsJson: () => data(GET('/openapi.json')),
    getDocs: () => data(GET('/docs', {parseAs})),
    getPlay: () => data(GET('/play', {parseAs})),
    getAsset: () => data(GET('/assets/{name}', {params: {path: {name: 'style.css'}}, parseAs})),
    getFavicon: () => data(GET('/favicon.ico', {parseAs})),
    getProblems: () => data(GET('/problems')),
    getProblem: () => data(GET('/problems/{code}', {params: {path: {code: 'out-of-range'}}})),
  };
}

export const repeating = made({});
export const joining = made({querySerializer: {array: {style: 'form', explode: false}}});
