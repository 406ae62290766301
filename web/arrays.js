// arrays.js: the arrays that the service keeps, and the panel of /play that asks about a range of one; hidden where it
// keeps none.
import { address } from './address.js';
import { byId, el } from './dom.js';
import { parse } from './exact_json.js';

async function read(path, request) {
  const response = await fetch(address(path), request);
  const reply = parse(await response.text());
  if (!response.ok) {
    throw new Error(reply.detail ?? `status ${response.status}`);
  }
  return reply;
}

// The arrays there are. The links of the service are asked first, since a 404 is an error to a browser's console.
export async function listArrays() {
  const json = { headers: { Accept: 'application/json' } };
  const { links } = await read('/', json);
  return links.nim_arrays === undefined ? [] : (await read(links.nim_arrays, json)).arrays;
}

function sentence({ verdicts, nim_sums: sums, winning_moves: moves }) {
  const [move] = moves;
  const found = `The nim-sum of the range is ${sums[0]}: whoever moves ${verdicts[0] ? 'first' : 'second'} can win`;
  return move === null ? `${found}.` : `${found}, by taking ${move.take} from heap ${move.heap}.`;
}

async function ask(form) {
  const { name, from, to, rule } = form.elements;
  if (![from, to].every((field) => /^[0-9]{1,18}$/.test(field.value.trim()))) {
    throw new Error('From and to are heaps, counted from 1: whole numbers, please.');
  }
  const body = `{"array":"${name.value}","queries":[[${BigInt(from.value)},${BigInt(to.value)}]],"convention":"${rule.value}",`
    + '"include":["nim_sums","winning_moves"],"integers":"strings"}';
  return sentence(await read('/nim/ranges', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }));
}

export async function offerArrays() {
  let arrays = [];
  try {
    arrays = await listArrays();
  } catch {
    // The board does not need them.
  }
  if (arrays.length === 0) {
    return;
  }
  const form = byId('array-form');
  const { name, to } = form.elements;
  name.append(...arrays.map((array) => el('option', { value: array.name }, `${array.name} (${array.heaps} heaps)`)));
  const fit = () => {
    to.value = String(arrays[name.selectedIndex].heaps);
  };
  fit();
  name.addEventListener('change', fit);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    byId('array-fault').textContent = '';
    byId('array-answer').textContent = '';
    try {
      byId('array-answer').textContent = await ask(form);
    } catch (fault) {
      byId('array-fault').textContent = fault.message;
    }
  });
  byId('arrays').hidden = false;
}
