// SPDX-License-Identifier: MIT
// run.ts URL [CLIENT]: every client, or the one named, asks a running service for every operation of openapi.json.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {answers, type Client} from './answers.js';
import {joining, repeating} from './fetch.js';
import {hey} from './hey.js';
import {orval, refusal} from './orval.js';

const clients: Record<string, Client> = {
  'hey-api': hey,
  'openapi-fetch': repeating,
  'openapi-fetch, lists joined': joining,
  orval,
};

const contract = JSON.parse(readFileSync('../../openapi.json', 'utf8')) as
  {paths: Record<string, Record<string, {operationId: string}>>};
const operations = Object.values(contract.paths).flatMap((item) => Object.values(item).map(({operationId}) => operationId));
assert.ok(operations.length >= 16);
assert.deepEqual(Object.keys(answers).sort(), [...operations].sort(), 'a question for each operation');

const only = process.argv[3];
assert.ok(only === undefined || only in clients);
let failed = 0;
for (const [name, client] of Object.entries(clients).filter(([name]) => only === undefined || name === only)) {
  assert.deepEqual(Object.keys(client).sort(), [...operations].sort(), `${name} has each operation`);
  for (const [operation, ask] of Object.entries(client)) {
    try {
      await answers[operation]?.(await ask());
    } catch (fault) {
      failed += 1;
      console.error(`${name}: ${operation}: ${fault instanceof Error ? fault.message : JSON.stringify(fault)}`);
    }
  }
  console.log(`${name}: ${operations.length} operations`);
}
if (only === undefined) {
  assert.equal(await refusal(), 'out-of-range');
}
process.exitCode = failed === 0 ? 0 : 1;
