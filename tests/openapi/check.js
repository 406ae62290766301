// SPDX-License-Identifier: MIT
// check.js RECORDING LIBMICROHTTPD TEST...: hold every exchange in a folder that tests/http/record.py wrote against
// openapi.json. Each of the tests must have written something, and all that the document promises must have been seen.
// LIBMICROHTTPD is the version of that library.
import {readdirSync, readFileSync} from 'node:fs';
import {Contract} from './contract.js';

const MOST_TOLD = 30;

// What no test provokes: [places, why, the major version of libmicrohttpd since which it holds]. A line that excuses
// nothing fails the check.
const UNSEEN = [
  [/ 500$/, 'no failure that we foresee ends so; the document keeps it for those that we do not', 0],
  [/ 501$/, 'libmicrohttpd refuses unknown transfer codings itself', 1],
];

const [recording, libmicrohttpd, ...tests] = process.argv.slice(2);
const unseenAllowed = UNSEEN.filter(([, , since]) => parseInt(libmicrohttpd) >= since);
const contract = new Contract(readFileSync(`${import.meta.dirname}/../../openapi.json`, 'utf8'));
const faults = [];
const places = new Map(), pages = new Map(); // how often each was seen
const count = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
const sum = (map) => [...map.values()].reduce((a, b) => a + b, 0);
let large = 0;

const files = readdirSync(recording);
const testOf = (file) => file.split('.')[0];
for (const file of files) {
  for (const line of readFileSync(`${recording}/${file}`, 'utf8').trimEnd().split('\n')) {
    const exchange = JSON.parse(line);
    const {place, faults: found, own} = contract.judge(exchange);
    if (own) count(places, place);
    else count(pages, exchange.status);
    if (exchange.body === null) large++;
    const {test, method, target, status} = exchange;
    const told = `${testOf(file)} ${test}: ${method} ${target?.slice(0, 200)}: ${status}`;
    faults.push(...found.map((fault) => `${told}: ${fault}`));
  }
}

const recorded = new Set(files.map(testOf));
faults.push(...tests.filter((test) => !recorded.has(test)).map((test) => `${test} recorded nothing`));
const documented = contract.documented();
const unseen = documented.filter((place) => !places.has(place));
faults.push(...unseen.filter((place) => !unseenAllowed.some(([pattern]) => pattern.test(place)))
  .map((place) => `${place} is documented, and was never seen`));
faults.push(...unseenAllowed.filter(([pattern]) => !unseen.some((place) => pattern.test(place)))
  .map(([pattern]) => `${pattern} in UNSEEN excuses nothing: delete it`));

const distinct = [...new Set(faults)];
distinct.slice(0, MOST_TOLD).forEach((fault) => console.error(fault));
if (distinct.length > MOST_TOLD) console.error(`... and ${distinct.length - MOST_TOLD} more`);
console.log(`${sum(places)} replies of ${recorded.size} tests, ${places.size} kinds of (method, path, status), ` +
  `${documented.length - unseen.length} of the ${documented.length} documented: ${faults.length} faults`);
console.log(`only the heads of ${large} were judged, for their bodies are large; not at all, ${sum(pages)} pages of ` +
  `libmicrohttpd's own (${[...pages].sort().map(([status, times]) => `${times} of ${status}`).join(', ')})`);
for (const [pattern, why] of unseenAllowed) console.log(`never seen: ${pattern}: ${why}`);
process.exitCode = faults.length === 0 ? 0 : 1;
