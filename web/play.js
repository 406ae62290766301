// play.js: the page /play: what is typed becomes a position, you and the machine move in turn, and the
// service explains each position.
import { offerArrays } from './arrays.js';
import { Board } from './board.js';
import { bitsTable } from './bits.js';
import { curlLine } from './curl.js';
import { byId, copyButton, el } from './dom.js';
import { describeMove, Game } from './game.js';
import { randomNumbers, readNumbers, stallingMove } from './rules.js';
import { decide, requestFor } from './service.js';

const THINKING_MS = 450; // so that the machine's move can be seen
const TYPING_MS = 200;

const RULES = {
  'nim-normal': 'Take as many stones as you like from one heap. Whoever takes the last stone wins.',
  'nim-misere': 'Take as many stones as you like from one heap. Whoever takes the last stone loses.',
  xor: 'Two players, Alice and Bob, erase one number in turn; Alice is whoever moves first. Whoever begins a turn with the '
    + 'numbers’ XOR at 0 wins, so never leave XOR 0 behind.',
};

const SAMPLES = {
  nim: [['3, 4, 5'], ['1, 3, 5, 7'], ['1, 1, 1, 2'], ['past 2⁵³', '9007199254740993, 9223372036854775807, 12']],
  xor: [['1, 1, 2, 3'], ['7, 7, 1, 2'], ['1, 2, 3'], ['past 2⁵³', '9007199254740993, 9007199254740992, 5, 8']],
};

const setup = byId('setup');
const board = new Board((move) => makeMove(move, 'you'));
let game = null;
let round = 0; // what was asked for an earlier position is dropped
let typing = 0;

function sumName(kind) {
  return kind === 'xor' ? 'XOR' : 'nim-sum';
}

// Where the outcome stands: before the game in general, then for you.
function verdictText(result, moverWins) {
  const names = { you: 'You have won', machine: 'The machine has won', first: 'Whoever begins has won already', second: 'Whoever begins has lost already' };
  if (result !== null) {
    return names[result.winner];
  }
  if (game.mover === null) {
    return `Whoever moves ${moverWins ? 'first' : 'second'} can win`;
  }
  return (game.mover === 'you') === moverWins ? 'You can win from here' : 'The machine can win from here';
}

function statusText() {
  const { kind } = game.position;
  const last = game.moves.length > 0 ? `${describeMove(kind, game.moves.at(-1))}. ` : '';
  if (game.result !== null) {
    const { winner, why } = game.result;
    const who = { you: 'You win', machine: 'The machine wins', first: 'Whoever begins wins', second: 'Whoever begins loses' };
    return `${last}${who[winner]}: ${why}.`;
  }
  const turn = { you: 'Your turn.', machine: 'The machine is thinking …' };
  return last + (turn[game.mover] ?? 'Make the first move, or let the machine begin.');
}

function showFacts(verdict) {
  const { kind, numbers } = game.position;
  const facts = [[kind === 'xor' ? 'XOR' : 'Nim-sum', String(verdict.xor)]];
  if (kind === 'xor') {
    facts.push(['Count', `${numbers.length}, ${numbers.length % 2 === 0 ? 'even' : 'odd'}`]);
  }
  if (verdict.remoteness !== null && game.result === null) {
    facts.push(['Moves to the end', `${verdict.remoteness}, played well`]);
  }
  byId('facts').replaceChildren(...facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))));
}

function hintsOf(verdict) {
  const shown = verdict !== null && byId('hints').checked && game.result === null && game.mover !== 'machine';
  return new Map(shown ? verdict.moves.map(({ index, take }) => [index, take]) : []);
}

function showWhy(verdict) {
  const { position } = game;
  const { kind, numbers } = position;
  const targets = new Map(kind === 'nim' ? [...hintsOf(verdict)].map(([index, take]) => [index, numbers[index] - take]) : []);
  byId('verdict').textContent = verdictText(game.result, verdict.moverWins);
  byId('bits').replaceChildren(...(numbers.length === 0 ? [] : [bitsTable(numbers, sumName(kind), targets)]));
  showFacts(verdict);
  const who = game.mover !== null && verdict.explanation.includes('Alice')
    ? ` (Alice is whoever is to move: ${game.mover === 'you' ? 'you' : 'the machine'}.)` : '';
  byId('explanation').textContent = verdict.explanation + who;
  const line = curlLine(requestFor(position));
  byId('ask').replaceChildren(...(numbers.length === 0 ? [] : [el('pre', { tabindex: '0' }, line), copyButton(() => line, 'the curl line')]));
}

function showMoves() {
  const { kind } = game.position;
  byId('moves').replaceChildren(...game.moves.map((move, index) => el('li', {},
    el('span', {}, describeMove(kind, move)),
    el('span', { class: 'mono soft' }, game.positions[index + 1].numbers.join(' ') || 'nothing left'))));
}

// The empty board cannot be asked about: it is won by the rules.
function verdictOf(position) {
  return position.numbers.length === 0
    ? { moverWins: true, xor: 0n, moves: [], remoteness: null, explanation: 'The board is empty, and its XOR is 0.' }
    : decide(position);
}

// verdict: null until it is known; until then nobody moves.
function showBoard(verdict) {
  const over = game.result !== null;
  const yours = verdict !== null && !over && game.mover !== 'machine';
  byId('board').setAttribute('aria-busy', String(verdict === null));
  board.show(game.position, hintsOf(verdict), yours);
  byId('status').textContent = statusText();
  byId('status').dataset.state = over ? game.result.winner : game.mover ?? 'start';
  byId('machine-first').disabled = over || game.mover !== null;
  byId('undo').disabled = game.moves.length === 0 || (!over && game.mover === 'machine');
  showMoves();
}

function fail(fault) {
  byId('status').textContent = `The service did not answer: ${fault.message}`;
  byId('retry').hidden = false;
  byId('undo').disabled = game.moves.length === 0;
}

function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

async function show(focus = false) {
  round += 1;
  const mine = round;
  game.verdict = null;
  byId('retry').hidden = true;
  showBoard(null);
  try {
    const verdict = await verdictOf(game.position);
    if (mine !== round) {
      return;
    }
    game.verdict = verdict;
    showBoard(verdict);
    showWhy(verdict);
    if (game.result !== null || game.mover !== 'machine') {
      if (focus) {
        (game.result === null ? board : byId('again')).focus();
      }
      return;
    }
    await pause(THINKING_MS);
    if (mine === round) {
      makeMove(verdict.moves[0] ?? stallingMove(game.position), 'machine');
    }
  } catch (fault) {
    if (mine === round) {
      fail(fault);
    }
  }
}

function makeMove(move, by) {
  game.play(move, by);
  show(true);
}

function chosen(name) {
  return new FormData(setup).get(name);
}

function showSamples(kind) {
  const use = (text) => {
    byId('numbers').value = text;
    begin();
  };
  byId('samples').replaceChildren(
    ...SAMPLES[kind].map(([name, text = name]) => el('button', { type: 'button', class: 'small', onclick: () => use(text) }, name)),
    el('button', { type: 'button', class: 'small', onclick: () => use(randomNumbers(kind).join(', ')) }, 'Random'));
}

// A new game of what the form says. The address keeps it, so that it can be sent to someone.
function begin() {
  const kind = chosen('kind');
  const convention = chosen('convention');
  const { numbers, fault } = readNumbers(byId('numbers').value);
  byId('conventions').hidden = kind === 'xor';
  byId('numbers-label').textContent = kind === 'xor' ? 'Numbers' : 'Heaps';
  byId('rules').textContent = RULES[kind === 'xor' ? 'xor' : `nim-${convention}`];
  byId('numbers-fault').textContent = fault ?? '';
  byId('numbers').setAttribute('aria-invalid', String(fault !== undefined));
  if (fault !== undefined) {
    return;
  }
  window.history.replaceState(null, '', `#${kind === 'xor' ? 'xor' : convention}=${numbers.join(',')}`);
  game = new Game({ kind, convention, numbers });
  show();
}

function readAddress() {
  const found = /^#(xor|normal|misere)=([0-9,]+)$/.exec(window.location.hash);
  if (found) {
    const [, word, numbers] = found;
    setup.elements.kind.value = word === 'xor' ? 'xor' : 'nim';
    setup.elements.convention.value = word === 'misere' ? 'misere' : 'normal';
    byId('numbers').value = numbers.replaceAll(',', ', ');
  }
}

setup.addEventListener('submit', (event) => event.preventDefault());
setup.addEventListener('change', (event) => {
  if (event.target.name === 'kind') {
    const kind = chosen('kind');
    showSamples(kind);
    byId('numbers').value = SAMPLES[kind][0][0];
  }
  if (event.target.type === 'radio') {
    begin();
  }
});
byId('numbers').addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(begin, TYPING_MS);
});
byId('again').addEventListener('click', begin);
byId('retry').addEventListener('click', () => show(true));
byId('undo').addEventListener('click', () => {
  game.undo();
  show(true);
});
byId('hints').addEventListener('change', () => {
  if (game?.verdict) {
    showBoard(game.verdict);
    showWhy(game.verdict);
  }
});
byId('machine-first').addEventListener('click', () => {
  game.mover = 'machine';
  show();
});
// On a phone's first screen is the board; the choice is one tap away.
const wide = window.matchMedia('(min-width: 40rem)');
const unfold = () => {
  byId('fold').open = wide.matches;
};
wide.addEventListener('change', unfold);
unfold();
window.addEventListener('hashchange', () => {
  readAddress();
  showSamples(chosen('kind'));
  begin();
});

readAddress();
showSamples(chosen('kind'));
begin();
offerArrays();
