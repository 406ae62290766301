// game.js: one game between you and the machine: its positions, its moves, and whose turn it is.
import { after, ending, isLegal } from './rules.js';

export class Game {
  constructor(position) {
    this.positions = [position];
    this.moves = []; // {by, index, take}
    this.mover = null; // 'you' or 'machine'; null: nobody has begun
  }

  get position() {
    return this.positions.at(-1);
  }

  // {winner: 'you', 'machine' or, where nobody has begun, 'first' or 'second'; why}, or null.
  get result() {
    const end = ending(this.position);
    if (end === null) {
      return null;
    }
    if (this.mover === null) {
      return { winner: end.moverWins ? 'first' : 'second', why: end.why };
    }
    const other = this.mover === 'you' ? 'machine' : 'you';
    return { winner: end.moverWins ? this.mover : other, why: end.why };
  }

  play(move, by) {
    if (this.result !== null || (this.mover !== null && this.mover !== by) || !isLegal(this.position, move)) {
      throw new Error('this move is not legal');
    }
    this.moves.push({ by, number: this.position.numbers[move.index], ...move });
    this.positions.push(after(this.position, move));
    this.mover = by === 'you' ? 'machine' : 'you';
  }

  // Back to the last position in which you were to move, or to the beginning.
  undo() {
    do {
      const move = this.moves.pop();
      this.positions.pop();
      this.mover = move.by;
    } while (this.moves.length > 0 && this.mover !== 'you');
    if (this.moves.length === 0) {
      this.mover = null;
    }
  }
}

export function describeMove(kind, { by, index, take, number }) {
  const who = by === 'you' ? 'You' : 'The machine';
  return kind === 'xor' ? `${who} erased ${number}` : `${who} took ${take} from heap ${index + 1}`;
}
