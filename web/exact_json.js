// exact_json.js: JSON that keeps every digit. JSON.parse makes 9223372036854775807 a double; here an
// integer past 2^53 is a BigInt, on the way in and on the way out.

const TOKEN = /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\]|\\.)*")|(-?[0-9][0-9.eE+-]*)|(true|false|null))/y;

function toNumber(text) {
  const value = Number(text);
  return /^-?[0-9]+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

class Reader {
  constructor(text) {
    this.text = text;
    this.place = 0;
    this.advance();
  }

  advance() {
    TOKEN.lastIndex = this.place;
    this.token = TOKEN.exec(this.text);
    if (this.token !== null) {
      this.place = TOKEN.lastIndex;
    }
  }

  takes(mark) {
    const is = this.token !== null && this.token[1] === mark;
    if (is) {
      this.advance();
    }
    return is;
  }

  expect(mark) {
    if (!this.takes(mark)) {
      throw new SyntaxError(`${mark} is missing at ${this.place}`);
    }
  }

  scalar() {
    const [, , string, number, word] = this.token ?? [];
    this.advance();
    if (number !== undefined) {
      return toNumber(number);
    }
    if (string === undefined && word === undefined) {
      throw new SyntaxError(`a value is missing at ${this.place}`);
    }
    return JSON.parse(string ?? word);
  }

  list(end, element) {
    const found = [];
    if (!this.takes(end)) {
      do {
        found.push(element());
      } while (this.takes(','));
      this.expect(end);
    }
    return found;
  }

  member() {
    const key = this.scalar();
    this.expect(':');
    return [key, this.value()];
  }

  value() {
    if (this.takes('[')) {
      return this.list(']', () => this.value());
    }
    if (this.takes('{')) {
      return Object.fromEntries(this.list('}', () => this.member()));
    }
    return this.scalar();
  }
}

export function parse(text) {
  const reader = new Reader(text);
  const value = reader.value();
  if (reader.token !== null || /[^ \t\r\n]/.test(text.slice(reader.place))) {
    throw new SyntaxError(`something follows the value at ${reader.place}`);
  }
  return value;
}

function isContainer(value) {
  return value !== null && typeof value === 'object';
}

function flat(value) {
  if (Array.isArray(value)) {
    return `[${value.map(flat).join(', ')}]`;
  }
  if (isContainer(value)) {
    const members = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${flat(part)}`);
    return `{${members.join(', ')}}`;
  }
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

// Long lists of scalars are filled like text.
function fill(parts, room) {
  const lines = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && line.length + part.length + 1 > room) {
      lines.push(line);
      line = '';
    }
    line += (line === '' ? '' : ' ') + part;
  }
  return line === '' ? lines : [...lines, line];
}

// A value as text for people: what fits in a line stays on one.
export function print(value, width = 72, indent = '') {
  const line = flat(value);
  if (!isContainer(value) || line.length + indent.length <= width) {
    return line;
  }
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((part) => print(part, width, inner))
    : Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${print(part, width, inner)}`);
  const last = parts.length - 1;
  const ended = parts.map((part, index) => (index < last ? `${part},` : part));
  const lines = Array.isArray(value) && !value.some(isContainer) ? fill(ended, width - inner.length) : ended;
  return `${open}\n${lines.map((text) => inner + text).join('\n')}\n${indent}${close}`;
}
