// limits.js: x-limits of openapi.json as a table, beside the values in force.
import { address } from './address.js';
import { el } from './dom.js';
import { parse } from './exact_json.js';
import { inline } from './markdown.js';

const COLUMNS = ['Limit', 'Meaning', 'Default', 'In force here', 'Option'];

function row([name, limit]) {
  const inForce = el('td', { 'data-limit': name }, '…');
  return el('tr', {}, el('th', { scope: 'row' }, el('code', {}, name)), el('td', {}, inline(limit.meaning)),
    el('td', {}, limit.default === undefined ? 'by the machine' : String(limit.default)), inForce,
    el('td', {}, el('code', {}, limit.option), ' or ', el('code', {}, limit.env)));
}

async function fill(table) {
  let limits = {};
  try {
    limits = parse(await (await fetch(address('/'), { headers: { Accept: 'application/json' } })).text()).limits;
  } catch {
    // The table says what it knows without them.
  }
  for (const cell of table.querySelectorAll('[data-limit]')) {
    cell.textContent = String(limits[cell.dataset.limit] ?? 'not known');
  }
}

export function limitsView(contract) {
  const table = el('table', {}, el('thead', {}, el('tr', {}, COLUMNS.map((name) => el('th', { scope: 'col' }, name)))),
    el('tbody', {}, Object.entries(contract['x-limits']).map(row)));
  fill(table);
  return el('details', { class: 'card more', id: 'limits' }, el('summary', {}, 'Limits'),
    el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Limits' }, table));
}
