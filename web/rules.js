// rules.js: the rules of both games, without the theorems: those are asked of the service. A position is
// {kind: 'nim' or 'xor', convention: 'normal' or 'misere', numbers: [BigInt, ...]}, a move is
// {index, take}; in the chalkboard game the number at index is erased whole.

const LARGEST = 2n ** 63n - 1n;
const MOST_NUMBERS = 256;

// {numbers} or {fault}. Anything that is no digit separates, but a sign or a dot is no separator.
export function readNumbers(text) {
  const words = text.split(/[\s,;[\](){}|]+/).filter((word) => word !== '');
  const strange = words.find((word) => !/^[0-9]{1,40}$/.test(word));
  if (strange !== undefined) {
    return { fault: `“${strange.slice(0, 24)}” is not a whole number from 0 up.` };
  }
  const numbers = words.map(BigInt);
  if (numbers.length === 0) {
    return { fault: 'Type at least one number.' };
  }
  if (numbers.some((number) => number > LARGEST)) {
    return { fault: `The largest number is ${LARGEST}.` };
  }
  if (numbers.length > MOST_NUMBERS) {
    return { fault: `This page shows up to ${MOST_NUMBERS} numbers; the service itself takes millions.` };
  }
  return { numbers };
}

export function xorOf(numbers) {
  return numbers.reduce((sum, number) => sum ^ number, 0n);
}

// Whether the game is over before the mover moves: {moverWins, why}, or null.
export function ending({ kind, convention, numbers }) {
  if (kind === 'xor') {
    return xorOf(numbers) === 0n ? { moverWins: true, why: 'a turn that begins with XOR 0 is won' } : null;
  }
  if (numbers.some((number) => number > 0n)) {
    return null;
  }
  return convention === 'misere'
    ? { moverWins: true, why: 'whoever takes the last stone loses' }
    : { moverWins: false, why: 'whoever takes the last stone wins' };
}

export function isLegal({ kind, numbers }, { index, take }) {
  return numbers[index] !== undefined && (kind === 'xor' || (take >= 1n && take <= numbers[index]));
}

export function after(position, { index, take }) {
  const numbers = position.kind === 'xor'
    ? position.numbers.filter((_, place) => place !== index)
    : position.numbers.map((number, place) => (place === index ? number - take : number));
  return { ...position, numbers };
}

// What a player does who cannot win: the longest way, as far as a simple rule finds it.
export function stallingMove({ kind, numbers }) {
  if (kind === 'xor') {
    const sum = xorOf(numbers);
    const index = Math.max(0, numbers.findIndex((number) => number !== sum));
    return { index, take: numbers[index] };
  }
  const largest = numbers.reduce((most, number) => (number > most ? number : most));
  return { index: numbers.indexOf(largest), take: 1n };
}

export function randomNumbers(kind) {
  const count = 3 + Math.floor(Math.random() * (kind === 'xor' ? 4 : 2));
  return Array.from({ length: count }, () => BigInt(1 + Math.floor(Math.random() * (kind === 'xor' ? 15 : 9))));
}
