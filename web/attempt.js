// attempt.js: the part of /docs in which an operation is tried against this very service.
import { address } from './address.js';
import { copyButton, el } from './dom.js';
import { curlLine } from './curl.js';
import { parse, print } from './exact_json.js';
import { resolve, schemaName } from './schema.js';

const SHOWN_CHARACTERS = 200000;

let fields = 0;

// A label and its field, one above the other.
function labelled(text, field, note = null) {
  fields += 1;
  field.id = `field-${fields}`;
  return el('div', { class: 'field' }, el('label', { for: field.id }, text, note ? el('span', { class: 'soft' }, ` ${note}`) : null), field);
}

function asText(value) {
  return Array.isArray(value) ? value.join(',') : String(value);
}

function parameterField(contract, kept, node) {
  const parameter = resolve(contract, node);
  const schema = resolve(contract, parameter.schema);
  const example = parameter.example === undefined ? '' : asText(parameter.example);
  const unset = schema.default === undefined ? '' : ` (${asText(schema.default) || 'none'})`;
  const isKept = kept.length > 0 && schemaName(parameter.schema) === 'ArrayName';
  const words = isKept ? kept.map(({ name }) => name) : schema.type === 'array' ? undefined : schema.enum;
  const field = words
    ? el('select', {}, parameter.required ? null : el('option', { value: '' }, `not sent${unset}`),
      words.map((word) => el('option', { value: word, selected: String(word) === example }, String(word))))
    : el('input', { type: 'text', value: example, autocomplete: 'off', spellcheck: 'false' });
  field.name = parameter.name;
  return { parameter, field, row: labelled(parameter.name, field, parameter.required ? '' : 'optional') };
}

// An example's array where the service keeps another one.
function withKept(kept, value) {
  if (value?.cases !== undefined) {
    return { ...value, cases: value.cases.map((item) => withKept(kept, item)) };
  }
  if (value?.array === undefined || kept.length === 0 || kept.some(({ name }) => name === value.array)) {
    return value;
  }
  const [{ name, version }] = kept;
  return { ...value, array: name, ...(value.version === undefined ? {} : { version }) };
}

// The named examples of the request body, of every media type.
function bodyExamples(contract, kept, content) {
  return Object.entries(content).flatMap(([type, media]) =>
    Object.entries(media.examples ?? {}).map(([name, node]) => {
      const example = resolve(contract, node);
      const text = typeof example.value === 'string' ? example.value : print(withKept(kept, example.value), 44);
      return { type, name, summary: example.summary ?? name, text };
    }));
}

function bodyFields(contract, kept, content) {
  const examples = bodyExamples(contract, kept, content);
  const types = Object.keys(content);
  const choice = el('select', { class: 'example' }, examples.map((example, index) =>
    el('option', { value: index, 'data-name': example.name }, example.summary)));
  const type = el('select', { class: 'content-type' }, types.map((name) => el('option', { value: name }, name)));
  const text = el('textarea', { class: 'body mono', spellcheck: 'false', autocapitalize: 'off' });
  const choose = () => {
    const example = examples[Number(choice.value)];
    type.value = example.type;
    text.value = example.text;
    text.rows = Math.min(18, Math.max(4, example.text.split('\n').length + 1));
  };
  choice.addEventListener('change', choose);
  if (examples.length > 0) {
    choose();
  }
  return { type, text, rows: [
    examples.length > 0 ? labelled('Example', choice) : null,
    types.length > 1 ? labelled('Content-Type', type) : null,
    labelled('Body', text),
  ] };
}

function requestOf(operation, parameters, body) {
  const query = [];
  const headers = [];
  let { path } = operation;
  for (const { parameter, field } of parameters) {
    const value = field.value.trim();
    if (parameter.in === 'path') {
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
    } else if (value !== '' && parameter.in === 'header') {
      headers.push([parameter.name, value]);
    } else if (value !== '') {
      query.push(`${parameter.name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`);
    }
  }
  if (body !== null) {
    headers.push(['Content-Type', body.type.value]);
  }
  return { method: operation.method, headers, body: body === null ? null : body.text.value,
    path: query.length > 0 ? `${path}?${query.join('&')}` : path };
}

function shownBody(response, text) {
  if (text === '') {
    return el('p', { class: 'soft' }, 'No body.');
  }
  let shown = text;
  if (/[/+]json$/.test(response.headers.get('Content-Type') ?? '')) {
    shown = print(parse(text), 64);
  }
  return [
    el('pre', { class: 'reply-body', tabindex: '0' }, shown.slice(0, SHOWN_CHARACTERS)),
    shown.length > SHOWN_CHARACTERS ? el('p', { class: 'soft' }, `… and ${shown.length - SHOWN_CHARACTERS} characters more.`) : null,
  ];
}

async function ask(request) {
  const began = performance.now();
  const { path, ...rest } = request;
  const response = await fetch(address(path), { ...rest, cache: 'no-store' });
  const text = await response.text();
  const bytes = new TextEncoder().encode(text).length;
  const status = el('p', { class: 'outcome' },
    el('span', { class: `status s${String(response.status)[0]}` }, String(response.status)),
    el('span', {}, `${response.statusText} · ${Math.max(1, Math.round(performance.now() - began))} ms · ${bytes} bytes`));
  const headers = el('details', {}, el('summary', {}, 'Headers'),
    el('pre', { class: 'reply-headers', tabindex: '0' }, [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n')));
  return [status, shownBody(response, text), headers];
}

// The form of one operation; kept: the arrays of the service, which it offers.
export function attempt(contract, operation, kept) {
  const parameters = (operation.parameters ?? []).map((node) => parameterField(contract, kept, node));
  const body = operation.requestBody ? bodyFields(contract, kept, operation.requestBody.content) : null;
  const line = el('pre', { tabindex: '0', class: 'line' });
  const reply = el('div', { class: 'reply', 'aria-live': 'polite' });
  const send = el('button', { type: 'submit', class: 'primary' }, 'Send');
  const update = () => {
    line.textContent = curlLine(requestOf(operation, parameters, body));
  };
  const submit = async (event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      reply.replaceChildren(...(await ask(requestOf(operation, parameters, body))).flat().filter(Boolean));
    } catch (fault) {
      reply.replaceChildren(el('p', { role: 'alert' }, `There was no reply: ${fault.message}`));
    }
    send.disabled = false;
  };
  const form = el('form', { class: 'attempt card', 'aria-label': `Try ${operation.method} ${operation.path}`, oninput: update, onchange: update, onsubmit: submit },
    el('h4', {}, 'Try it'), parameters.map(({ row }) => row), body?.rows,
    el('div', { class: 'curl' }, line, copyButton(() => line.textContent, 'the curl line')),
    el('p', { class: 'send' }, send, body ? el('span', { class: 'soft' }, 'or Ctrl + Enter') : null), reply);
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      form.requestSubmit();
    }
  });
  update();
  return form;
}
