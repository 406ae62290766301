// service.js: what the service says about a position. Every verdict and every move of the machine on
// /play comes from here.
import { address } from './address.js';
import { parse } from './exact_json.js';

// The request that decides a position, as curl.js takes it.
export function requestFor({ kind, convention, numbers }) {
  const list = numbers.join(',');
  const body = kind === 'xor'
    ? `{"nums":[${list}],"include":["winning_moves","explanation"],"integers":"strings"}`
    : `{"heaps":[${list}],"convention":"${convention}","integers":"strings"}`;
  return {
    method: 'POST',
    path: kind === 'xor' ? '/xor-game' : '/nim/position',
    headers: [['Content-Type', 'application/json']],
    body,
  };
}

async function post(request) {
  const { path, ...rest } = request;
  const response = await fetch(address(path), rest);
  const reply = parse(await response.text());
  if (!response.ok) {
    throw new Error(reply.detail ?? `status ${response.status}`);
  }
  return reply;
}

// {moverWins, xor, moves: [{index, take}], remoteness: BigInt or null, explanation}
export async function decide(position) {
  const reply = await post(requestFor(position));
  if (position.kind === 'xor') {
    return {
      moverWins: reply.alice_wins,
      xor: BigInt(reply.xor),
      moves: reply.winning_moves.map(({ index, erase }) => ({ index, take: BigInt(erase) })),
      remoteness: null,
      explanation: reply.explanation,
    };
  }
  return {
    moverWins: reply.first_player_wins,
    xor: BigInt(reply.nim_sum),
    moves: reply.winning_moves.map(({ heap, take }) => ({ index: heap - reply.index_base, take: BigInt(take) })),
    remoteness: reply.remoteness === null ? null : BigInt(reply.remoteness),
    explanation: reply.explanation,
  };
}
