// SPDX-License-Identifier: MIT
// mock.js URL: Prism, as a mock, answers every operation of openapi.json with each status that is documented.
import {readFileSync} from 'node:fs';

const contract = JSON.parse(readFileSync('../../openapi.json', 'utf8'));
const resolve = (node) => (node?.$ref
  ? node.$ref.slice(2).split('/').reduce((at, step) => at[step.replaceAll('~1', '/').replaceAll('~0', '~')], contract)
  : node);
const base = process.argv[2];
const faults = [];
let asked = 0;

function addressOf(path, operation) {
  const query = [];
  let address = path;
  for (const parameter of (operation.parameters ?? []).map(resolve)) {
    if (parameter.in === 'path') address = address.replace(`{${parameter.name}}`, parameter.example);
    if (parameter.in === 'query' && parameter.required) query.push(`${parameter.name}=${parameter.example}`);
  }
  return base + address + (query.length > 0 ? `?${query.join('&')}` : '');
}

for (const [path, item] of Object.entries(contract.paths)) {
  for (const [method, operation] of Object.entries(item)) {
    const [example] = Object.values(operation.requestBody?.content['application/json'].examples ?? {});
    for (const status of Object.keys(operation.responses)) {
      const response = await fetch(addressOf(path, operation), {
        method: method.toUpperCase(),
        headers: {prefer: `code=${status}`, ...(example ? {'content-type': 'application/json'} : {})},
        ...(example ? {body: JSON.stringify(example.value)} : {}),
      });
      const text = await response.text();
      asked += 1;
      if (response.status !== Number(status) || response.headers.has('sl-violations')) {
        faults.push(`${method} ${path} ${status}: ${response.status} ${text.slice(0, 200)}`);
      }
    }
  }
}
faults.forEach((fault) => console.error(fault));
console.log(`${asked} replies, ${faults.length} faults`);
process.exitCode = asked > 0 && faults.length === 0 ? 0 : 1;
