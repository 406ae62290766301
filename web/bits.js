// bits.js: numbers under each other in binary, and the parity of each column: the XOR as it is worked
// out by hand.
import { el } from './dom.js';
import { xorOf } from './rules.js';

const ROWS = 48; // more are not drawn, but count
const NAMED_PLACES = 8;
const WIDE = 20; // columns from which on they stand closer

function width(numbers) {
  return Math.max(1, ...numbers.map((number) => number.toString(2).length));
}

function cells(number, columns, odd) {
  return [...number.toString(2).padStart(columns, '0')].map((bit, index) => {
    const place = columns - 1 - index;
    const classes = [bit === '1' ? 'one' : 'zero', odd[index] ? 'odd' : '', place > 0 && place % 4 === 0 ? 'nibble' : ''];
    return el('td', { class: classes.join(' ').trim() }, bit);
  });
}

function head(columns, numbers) {
  const places = columns <= NAMED_PLACES ? Array.from({ length: columns }, (_, i) => 2 ** (columns - 1 - i)) : [];
  if (places.length === 0 || numbers.length === 0) {
    return null;
  }
  return el('thead', {}, el('tr', {}, el('td', {}),
    places.map((value) => el('th', { scope: 'col' }, el('span', { class: 'visually-hidden' }, 'worth '), String(value)))));
}

// targets: for a winning heap's index, what the heap becomes.
export function bitsTable(numbers, name, targets) {
  const sum = xorOf(numbers);
  const columns = width(numbers);
  const odd = [...sum.toString(2).padStart(columns, '0')].map((bit) => bit === '1');
  const shown = numbers.slice(0, ROWS);
  const rest = numbers.length - shown.length;
  const targetCell = (index) => (targets.size === 0 ? null
    : el('td', { class: 'target' }, targets.has(index) ? `→ ${targets.get(index)}` : ''));
  const rows = shown.map((number, index) => el('tr', { class: targets.has(index) ? 'winning' : null },
    el('th', { scope: 'row' }, String(number)), cells(number, columns, odd), targetCell(index)));
  return el('table', { class: columns > WIDE ? 'bits wide' : 'bits' },
    el('caption', { class: 'visually-hidden' },
      `The numbers in binary. A column with an odd number of ones has a 1 in the ${name}, which is ${sum}.`),
    head(columns, numbers),
    el('tbody', {}, rows,
      rest > 0 ? el('tr', {}, el('th', { scope: 'row', colspan: columns + 1, class: 'rest' }, `and ${rest} more`)) : null),
    el('tfoot', {}, el('tr', { class: 'parity' },
      el('th', { scope: 'row' }, el('span', { class: 'visually-hidden' }, `${name} `), String(sum)), cells(sum, columns, odd),
      targets.size > 0 ? el('td', {}) : null)));
}
