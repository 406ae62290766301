// SPDX-License-Identifier: MIT
// The judge itself can say no: right exchanges, and what is wrong after one change to them.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {test} from 'node:test';
import {Contract} from './contract.js';

const contract = new Contract(readFileSync(`${import.meta.dirname}/../../openapi.json`, 'utf8'));

const withBody = (exchange, body) => {
  const bytes = Buffer.from(typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : body);
  return {...exchange, size: bytes.length, body: bytes.toString('base64')};
};
const made = (method, target, status, headers, body = '') => withBody(
  {test: 'made up', admin: false, method, target, status, headers: [['X-Request-Id', 'a'], ...headers]}, body);

const JSON_TYPE = ['Content-Type', 'application/json'];
const PROBLEM = [['Content-Type', 'application/problem+json'], ['Cache-Control', 'no-store']];
const BOB = {winner: 'bob', alice_wins: false, xor: 2, count: 3, reason: 'odd-count'};
const problem = (code, status) => ({type: `/problems/${code}`, title: 'A title', status, detail: 'A sentence', code});

const answer = made('POST', '/xor-game', 200, [JSON_TYPE], BOB);
const refusal = made('POST', '/nim/ranges', 422, PROBLEM, problem('wrong-type', 422));
const busy = made('GET', '/readyz', 503, [...PROBLEM, ['Retry-After', '1']], problem('overloaded', 503));
const text = made('POST', '/nim/ranges', 200, [['Content-Type', 'text/plain']], '1\n2\n');
const kept = made('GET', '/xor-game?nums=1', 304, [['ETag', '"a"'], ['Cache-Control', 'public, max-age=3600']]);
const missing = made('GET', '/nowhere', 404, PROBLEM, problem('not-found', 404));
const methods = made('OPTIONS', '/xor-game', 204, [['Allow', 'POST']]);
const admin = {...made('POST', '/xor-game', 404, PROBLEM, problem('not-found', 404)), admin: true};
const head = made('HEAD', '/healthz', 200, [JSON_TYPE, ['Cache-Control', 'no-store']]);
const broken = made(null, null, 400, PROBLEM, problem('bad-request', 400));
const page = {...withBody(answer, '<html><head><title>Request malformed</title>'), status: 400, headers: []};

const RIGHT = {answer, refusal, busy, text, kept, missing, methods, admin, head, broken, page};

const without = (exchange, name) => ({...exchange, headers: exchange.headers.filter(([key]) => key !== name)});
const plus = (exchange, name, value) => ({...exchange, headers: [...exchange.headers, [name, value]]});

const WRONG = {
  'a member of another type': [withBody(answer, {...BOB, alice_wins: 'no'}), /alice_wins must be boolean/],
  'a member too many': [withBody(answer, {...BOB, loser: 'alice'}), /must NOT have additional properties/],
  'a member too few': [withBody(answer, {winner: 'bob'}), /must have required property 'xor'/],
  'a number out of range': [withBody(answer, {...BOB, xor: -1}), /xor must be >= 0/],
  'a word that is not listed': [withBody(answer, {...BOB, winner: 'carol'}), /winner must be equal to one of/],
  'no JSON': [withBody(answer, '{"winner":'), /body: .*JSON/],
  'no UTF-8': [withBody(answer, Buffer.from([0x22, 0xff, 0x22])), /body: .*not valid/],
  'a byte-order mark': [withBody(answer, `\ufeff${JSON.stringify(BOB)}`), /body: .*JSON/],
  'text that is not as described': [withBody(text, 'one\n'), /must match pattern/],
  'a status that is not documented': [{...answer, status: 201}, /status 201 is not documented/],
  'a body of no content': [withBody(kept, 'x'), /a body or its type where none is documented/],
  'a type of no content': [{...kept, headers: [...kept.headers, ['Content-Type', 'application/json']]}, /a body or its type/],
  'a path that answers and is not listed': [{...answer, target: '/xor-games'}, /status 200 is not documented/],
  'a method that answers and is not listed': [{...answer, method: 'PUT'}, /status 200 is not documented/],
  'a method in small letters': [{...answer, method: 'post'}, /status 200 is not documented/],
  'a game that is not there': [{...admin, admin: false}, /status 404 is not documented/],
  'an answer to what is no request': [{...answer, method: null, target: null}, /status 200 is not documented/],
  'another content type': [plus(without(answer, 'Content-Type'), 'Content-Type', 'text/html'), /\[text\/html\] is not/],
  'no content type': [without(answer, 'Content-Type'), /content type \[\] is not documented/],
  'no request id': [without(answer, 'X-Request-Id'), /header X-Request-Id is missing/],
  'a request id twice': [plus(answer, 'x-request-id', 'b'), /header X-Request-Id stands 2 times/],
  'a bad request id': [plus(without(answer, 'X-Request-Id'), 'X-Request-Id', 'a b'), /X-Request-Id must match pattern/],
  'a problem to keep': [without(refusal, 'Cache-Control'), /header Cache-Control is missing/],
  'no time to retry after': [without(busy, 'Retry-After'), /header Retry-After is missing/],
  'a time that is none': [plus(without(busy, 'Retry-After'), 'Retry-After', 'soon'), /Retry-After must be integer/],
  'a problem of another status': [withBody(refusal, problem('wrong-type', 400)), /body: tells status 400/],
  'an unknown problem': [withBody(refusal, problem('wrong-tape', 422)), /code must be equal to one of/],
  'OPTIONS without Allow': [without(methods, 'Allow'), /header Allow is missing/],
  'HEAD with a body': [withBody(head, '{}'), /HEAD with a body/],
  'a page of ours as the library has them': [plus(page, 'Content-Type', 'text/html'), /X-Request-Id is missing/],
};

for (const [name, exchange] of Object.entries(RIGHT)) {
  test(`right: ${name}`, () => assert.deepEqual(contract.judge(exchange).faults, []));
}
for (const [name, [exchange, fault]] of Object.entries(WRONG)) {
  test(`wrong: ${name}`, () => assert.match(contract.judge(exchange).faults.join('\n'), fault));
}

test('a schema word that Ajv does not know is an error', () => {
  assert.throws(() => contract.schemaFaults('body', {typo: 'object'}, {}), /unknown keyword/);
});

test('check.js tells the test, the request and the fault, what is not seen, and who recorded nothing', () => {
  const folder = mkdtempSync(`${tmpdir()}/nimsum-check-`);
  const lines = [answer, {...answer, status: 201}].map((exchange) => `${JSON.stringify(exchange)}\n`);
  writeFileSync(`${folder}/http_made.1.jsonl`, lines.join(''));
  const {status, stderr} = spawnSync(process.execPath, [`${import.meta.dirname}/check.js`, folder, '0', 'http_silent'],
    {encoding: 'utf8'});
  rmSync(folder, {recursive: true});
  assert.equal(status, 1);
  assert.match(stderr, /^http_made made up: POST \/xor-game: 201: status 201 is not documented$/m);
  assert.match(stderr, /^http_silent recorded nothing$/m);
  assert.match(stderr, /^GET \/xor-game 304 is documented, and was never seen$/m);
  assert.doesNotMatch(stderr, /POST \/xor-game 200/);
});
