// board.js: the board itself: numbers to erase, or heaps to take from, with mouse, finger or keyboard.
import { byId, el } from './dom.js';

const DRAWN_STONES = 12;

function stones(count, taken) {
  if (count > BigInt(DRAWN_STONES)) {
    return el('span', { class: 'stones pile' });
  }
  const size = Number(count);
  return el('span', { class: 'stones' }, Array.from({ length: size }, (_, i) =>
    el('span', { class: BigInt(i) >= count - taken ? 'stone taken' : 'stone', 'data-take': size - i })));
}

// What a button's name has besides what is seen on it.
function said(text) {
  return el('span', { class: 'visually-hidden' }, text);
}

function sized(number) {
  const { length } = String(number);
  return length > 12 ? 'number long' : length > 5 ? 'number wide' : 'number';
}

// Arrow keys, Home and End go from button to button.
function walk(event) {
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  const buttons = [...event.currentTarget.querySelectorAll('button:not(:disabled)')];
  const place = buttons.indexOf(event.target);
  const step = steps[event.key];
  const goal = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : place + step;
  if (place >= 0 && buttons[goal]) {
    event.preventDefault();
    buttons[goal].focus();
  }
}

export class Board {
  // onMove({index, take}) is called when you have chosen a move.
  constructor(onMove) {
    this.onMove = onMove;
    this.list = byId('board');
    this.form = byId('move');
    this.amount = byId('amount');
    this.selected = null;
    this.list.addEventListener('keydown', walk);
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.take();
    });
    this.amount.addEventListener('input', () => this.preview());
    this.amount.addEventListener('keydown', (event) => this.step(event));
    byId('fewer').addEventListener('click', () => this.setAmount(this.wanted() - 1n));
    byId('more').addEventListener('click', () => this.setAmount(this.wanted() + 1n));
    byId('all').addEventListener('click', () => this.setAmount(this.numbers[this.selected]));
  }

  // hints: winning moves to show, by index. enabled: whether you may move.
  show({ kind, numbers }, hints, enabled) {
    this.kind = kind;
    this.numbers = numbers;
    this.hints = hints;
    this.enabled = enabled;
    this.selected = null;
    this.draw();
  }

  draw() {
    const button = this.kind === 'xor' ? (number, index) => this.tile(number, index) : (number, index) => this.heap(number, index);
    this.list.className = `board ${this.kind}`;
    this.list.setAttribute('aria-label', this.kind === 'xor' ? 'Numbers on the board' : 'Heaps');
    this.list.replaceChildren(...this.numbers.map((number, index) => el('li', {}, button(number, index))),
      ...(this.numbers.length === 0 ? [el('li', { class: 'empty' }, 'The board is empty.')] : []));
    this.form.hidden = this.selected === null;
  }

  tile(number, index) {
    const wins = this.hints.has(index);
    return el('button', { type: 'button', class: wins ? 'tile wins' : 'tile', disabled: !this.enabled,
      onclick: () => this.onMove({ index, take: number }) },
    said('Erase'), el('span', { class: sized(number) }, String(number)),
    wins ? [said('which'), el('span', { class: 'hint' }, 'wins')] : null);
  }

  heap(number, index) {
    const hint = this.hints.get(index);
    const chosen = index === this.selected;
    return el('button', { type: 'button', class: hint ? 'heap wins' : 'heap', disabled: !this.enabled || number === 0n,
      'aria-pressed': String(chosen), onclick: (event) => this.choose(index, event) },
    said(`Heap ${index + 1}:`), stones(number, chosen ? this.wanted() : 0n), el('span', { class: sized(number) }, String(number)),
    said(`${number === 1n ? 'stone' : 'stones'}${hint ? ',' : ''}`), el('span', { class: 'hint' }, hint ? `take ${hint}` : ''),
    hint ? said('to win') : null);
  }

  // A click on a stone asks for it and those above it.
  choose(index, event) {
    const stone = event.target.closest('[data-take]');
    this.selected = index;
    byId('amount-label').textContent = `Take from heap ${index + 1}`;
    this.setAmount(stone ? BigInt(stone.dataset.take) : this.hints.get(index) ?? 1n);
    if (event.detail === 0) {
      this.amount.focus(); // by keyboard: the amount comes next
      this.amount.select();
    } else {
      byId('take').focus(); // by pointer: no keyboard on the screen unless it is asked for
    }
  }

  wanted() {
    return /^[0-9]{1,19}$/.test(this.amount.value.trim()) ? BigInt(this.amount.value.trim()) : 0n;
  }

  setAmount(take) {
    const most = this.numbers[this.selected];
    this.amount.value = String(take < 1n ? 1n : take > most ? most : take);
    this.preview();
  }

  step(event) {
    const steps = { ArrowUp: 1n, ArrowDown: -1n };
    if (steps[event.key]) {
      event.preventDefault();
      this.setAmount(this.wanted() + steps[event.key]);
    } else if (event.key === 'Escape') {
      const index = this.selected;
      this.selected = null;
      this.draw();
      this.list.querySelectorAll('button')[index].focus();
    }
  }

  preview() {
    const most = this.numbers[this.selected];
    const take = this.wanted();
    const sound = take >= 1n && take <= most;
    byId('take').textContent = sound ? `Take ${take}` : 'Take';
    byId('take').disabled = !sound;
    this.amount.setAttribute('aria-invalid', String(!sound));
    byId('amount-note').textContent = sound ? `leaves ${most - take}` : `a number from 1 to ${most}`;
    this.draw();
  }

  take() {
    const take = this.wanted();
    if (this.selected !== null && take >= 1n && take <= this.numbers[this.selected]) {
      this.onMove({ index: this.selected, take });
    }
  }

  // After the machine's move the keyboard is where the next move is made.
  focus() {
    const best = this.list.querySelector('button.wins') ?? this.list.querySelector('button:not(:disabled)');
    best?.focus({ preventScroll: true });
  }
}
