// docs.js: the page /docs: every operation of /openapi.json, to read and to try.
import { address } from './address.js';
import { listArrays } from './arrays.js';
import { attempt } from './attempt.js';
import { byId, el } from './dom.js';
import { parse, print } from './exact_json.js';
import { limitsView } from './limits.js';
import { inline, markdown } from './markdown.js';
import { parametersView, resolve, schemaName, schemaView } from './schema.js';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

function operationsOf(contract) {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.keys(item).filter((method) => METHODS.includes(method))
      .map((method) => ({ path, method: method.toUpperCase(), ...item[method] })));
}

function badge(method) {
  return el('span', { class: `method ${method.toLowerCase()}` }, method);
}

function about(contract) {
  const { info } = contract;
  return [
    el('p', { class: 'kind' }, `Version ${info.version}`),
    el('h1', {}, inline(info.summary ?? info.title)),
    el('p', { class: 'lead' }, 'Every operation below can be tried: the requests go to this very service. ',
      'To see the games played, go to ', el('a', { href: address('/play') }, 'the board'), '.'),
    el('details', { class: 'card more' },
      el('summary', {}, 'What holds for all operations'), el('div', { class: 'prose' }, markdown(info.description, 2))),
    limitsView(contract),
  ];
}

// A part that is drawn when it is opened for the first time.
function fold(summary, draw, open = false) {
  const body = el('div', { class: 'fold' });
  const node = el('details', { open }, el('summary', {}, summary), body);
  const drawOnce = () => {
    if (node.open && body.childNodes.length === 0) {
      body.append(draw());
    }
  };
  node.addEventListener('toggle', drawOnce);
  drawOnce();
  return node;
}

function examplesView(contract, media) {
  const examples = Object.entries(media.examples ?? {});
  return examples.map(([name, node]) => {
    const example = resolve(contract, node);
    const text = typeof example.value === 'string' ? example.value : print(example.value, 64);
    return el('figure', {},
      el('figcaption', {}, el('code', {}, name), example.summary ? [' ', inline(example.summary)] : null),
      el('pre', { tabindex: '0' }, text));
  });
}

function headersView(contract, headers) {
  return Object.entries(headers ?? {}).map(([name, node]) => {
    const header = resolve(contract, node);
    return el('p', {}, 'Header ', el('code', {}, name), header.description ? [': ', inline(header.description)] : null);
  });
}

function responseView(contract, status, node) {
  const response = resolve(contract, node);
  const summary = [el('span', { class: `status s${status[0]}` }, status), el('span', {}, inline(response.description))];
  return fold(summary, () => el('div', {},
    headersView(contract, response.headers),
    Object.entries(response.content ?? {}).map(([type, media]) => el('section', { class: 'media' },
      el('h5', {}, el('code', {}, type)),
      media.schema ? fold(`Schema${schemaName(media.schema) ? `: ${schemaName(media.schema)}` : ''}`,
        () => schemaView(contract, media.schema)) : null,
      examplesView(contract, media)))), status === '200');
}

function requestView(contract, operation) {
  const parameters = operation.parameters ?? [];
  const content = Object.entries(operation.requestBody?.content ?? {});
  return [
    parameters.length > 0 ? [el('h4', {}, 'Parameters'), parametersView(contract, parameters)] : null,
    content.map(([type, media]) => [
      el('h4', {}, 'Body as ', el('code', {}, type)),
      schemaView(contract, media.schema),
    ]),
  ];
}

function operationView(contract, operation, kept) {
  return el('article', { class: 'operation', id: operation.operationId },
    el('header', {},
      el('h3', {}, el('a', { href: `#${operation.operationId}` }, badge(operation.method), el('code', {}, operation.path))),
      el('p', { class: 'summary' }, inline(operation.summary))),
    el('div', { class: 'columns' },
      el('div', { class: 'told' },
        el('div', { class: 'prose' }, markdown(operation.description, 4)),
        requestView(contract, operation),
        el('h4', {}, 'Responses'),
        el('div', { class: 'responses' },
          Object.entries(operation.responses).map(([status, node]) => responseView(contract, status, node)))),
      attempt(contract, operation, kept)));
}

function contents(contract, operations) {
  const wide = window.matchMedia('(min-width: 64rem)').matches;
  return el('details', { open: wide }, el('summary', {}, 'Operations'), contract.tags.map((tag) => [
    el('p', { class: 'kind' }, tag.name),
    el('ul', {}, operations.filter((operation) => operation.tags.includes(tag.name)).map((operation) =>
      el('li', {}, el('a', { href: `#${operation.operationId}` }, badge(operation.method), operation.path)))),
  ]));
}

async function show() {
  const response = await fetch(address('/openapi.json'));
  if (!response.ok) {
    throw new Error(`/openapi.json: status ${response.status}`);
  }
  const contract = parse(await response.text());
  const operations = operationsOf(contract);
  const kept = await listArrays().catch(() => []); // the forms do without
  byId('contents').replaceChildren(contents(contract, operations));
  byId('about').replaceChildren(...about(contract));
  byId('operations').replaceChildren(...contract.tags.map((tag) => el('section', { class: 'tag' },
    el('h2', { id: `tag-${tag.name}` }, tag.name), tag.description ? el('p', { class: 'soft' }, inline(tag.description)) : null,
    operations.filter((operation) => operation.tags.includes(tag.name))
      .map((operation) => operationView(contract, operation, kept)))));
  if (window.location.hash) {
    byId(window.location.hash.slice(1))?.scrollIntoView();
  }
}

function begin() {
  show().catch((fault) => byId('about').replaceChildren(
    el('p', { role: 'alert' }, `The contract could not be shown: ${fault.message}`),
    el('p', {}, el('button', { type: 'button', class: 'primary', onclick: begin }, 'Retry'))));
}

begin();
