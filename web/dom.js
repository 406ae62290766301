// dom.js: how the pages make their elements.

// el('p', {class: 'note', onclick: f, hidden: true}, 'text', child, [more, children], null)
export function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) {
      node.addEventListener(key.slice(2), value);
    } else if (value === true) {
      node.setAttribute(key, '');
    } else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(key, value);
    }
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

export function byId(id) {
  return document.getElementById(id);
}

// Put text on the clipboard. Browsers have the modern way on secure origins only; a service on a
// plain http:// address gets the old one.
async function copyText(text) {
  if (navigator.clipboard && window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = el('textarea', { class: 'visually-hidden', 'aria-hidden': 'true' });
  area.value = text;
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (!copied) {
    throw new Error('the browser does not let this page copy');
  }
}

// A button that copies what text() returns, and says so.
export function copyButton(text, what) {
  const label = el('span', {}, 'Copy');
  const said = el('span', { class: 'visually-hidden', role: 'status' });
  const button = el('button', { type: 'button', class: 'small', 'aria-label': `Copy ${what}` }, label);
  let timer = 0;
  button.addEventListener('click', async () => {
    let outcome = 'Copied';
    try {
      await copyText(text());
    } catch {
      outcome = 'Not copied';
    }
    label.textContent = outcome;
    said.textContent = outcome;
    clearTimeout(timer);
    timer = setTimeout(() => {
      label.textContent = 'Copy';
      said.textContent = '';
    }, 1600);
  });
  return el('span', { class: 'copy' }, button, said);
}
