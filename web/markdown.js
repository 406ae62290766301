// markdown.js: as much of Markdown as the descriptions of openapi.yaml use: paragraphs, ## headings,
// - lists, **strong** and `code`. Anything else stays the text that it is.
import { el } from './dom.js';

export function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (/^`.+`$/.test(piece)) {
      return el('code', {}, piece.slice(1, -1));
    }
    return /^\*\*.+\*\*$/.test(piece) ? el('strong', {}, inline(piece.slice(2, -2))) : piece;
  });
}

function oneLine(lines) {
  return lines.map((line) => line.trim()).join(' ');
}

// Blocks are told apart by their first line; a list item goes on in indented lines.
function block(lines, level) {
  const heading = /^(#{2,})\s+(.*)/.exec(lines[0]);
  if (heading) {
    const rest = lines.slice(1);
    return [el(`h${level}`, {}, inline(heading[2])), rest.length > 0 ? block(rest, level) : null];
  }
  const first = lines.findIndex((line) => line.startsWith('- '));
  if (first < 0) {
    return el('p', {}, inline(oneLine(lines)));
  }
  const items = [];
  for (const line of lines.slice(first)) {
    if (line.startsWith('- ')) {
      items.push([line.slice(2)]);
    } else {
      items.at(-1).push(line);
    }
  }
  return [
    first > 0 ? el('p', {}, inline(oneLine(lines.slice(0, first)))) : null,
    el('ul', {}, items.map((item) => el('li', {}, inline(oneLine(item))))),
  ];
}

// Headings become <h{level}>.
export function markdown(text, level = 3) {
  return (text ?? '')
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => block(part.replace(/\n+$/, '').split('\n'), level));
}
