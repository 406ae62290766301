// schema.js: the schemas of openapi.json in words.
import { el } from './dom.js';
import { print } from './exact_json.js';
import { inline } from './markdown.js';

// What a node says itself or by its $ref; what stands beside a $ref goes before.
export function resolve(contract, node) {
  let found = node;
  while (found?.$ref !== undefined) {
    const { $ref, ...own } = found;
    const steps = $ref.slice(2).split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    found = { ...steps.reduce((place, step) => place[step], contract), ...own };
  }
  return found;
}

export function schemaName(node) {
  return node?.$ref?.split('/').at(-1) ?? null;
}

function counted(least, most, what) {
  if (least === undefined && most === undefined) {
    return null;
  }
  const things = (most ?? least) === 1 ? what : `${what}s`;
  if (least === most) {
    return `exactly ${least} ${things}`;
  }
  if (most === undefined) {
    return `at least ${least} ${things}`;
  }
  return least === undefined ? `at most ${most} ${things}` : `${least} to ${most} ${things}`;
}

function bounds(schema) {
  const { minimum, maximum } = schema;
  if (minimum === undefined && maximum === undefined) {
    return null;
  }
  if (maximum === undefined) {
    return `from ${minimum}`;
  }
  return minimum === undefined ? `up to ${maximum}` : `${minimum} to ${maximum}`;
}

// "list of integers"; many: "lists of integers".
function typeWords(contract, node, many = false) {
  const schema = resolve(contract, node);
  const ending = many ? 's' : '';
  if (schema.items) {
    return `list${ending} of ${typeWords(contract, schema.items, true)}`;
  }
  if (schema.type) {
    return [schema.type].flat().map((type) => type + ending).join(' or ');
  }
  if (schema.oneOf) {
    const words = schema.oneOf.map((part) => typeWords(contract, part, many));
    return [...new Set(words)].join(' or ');
  }
  return schema.enum || schema.const !== undefined ? `value${ending}` : `any value${ending}`;
}

function codes(values) {
  return values.map((value, index) => [index > 0 ? ' ' : null, el('code', {}, typeof value === 'string' ? value : print(value))]);
}

// What else a schema asks for, as one line of facts.
function facts(contract, schema) {
  const items = schema.items ? resolve(contract, schema.items) : {};
  const told = [
    schema.const !== undefined ? ['always ', codes([schema.const])] : null,
    schema.enum ? ['one of ', codes(schema.enum)] : null,
    items.enum ? ['out of ', codes(items.enum)] : null,
    bounds(schema),
    counted(schema.minItems, schema.maxItems, 'element'),
    items.type === 'integer' && !items.enum ? bounds(items) : null,
    schema.pattern ? ['matches ', codes([schema.pattern])] : null,
    schema.default !== undefined ? ['default ', codes([schema.default])] : null,
  ].filter((fact) => fact !== null);
  return told.map((fact, index) => [index > 0 ? el('span', { class: 'dot', 'aria-hidden': 'true' }, ' · ') : null, fact]);
}

// The part of a schema that has members of its own to show: itself, or what its list holds.
function inner(contract, node) {
  const schema = resolve(contract, node);
  if (schema.items) {
    return inner(contract, schema.items);
  }
  const open = schema.oneOf?.some((part) => inner(contract, part) !== null);
  return schema.properties || open ? node : null;
}

function member(contract, name, node, required) {
  const schema = resolve(contract, node);
  const below = inner(contract, node);
  const told = facts(contract, schema);
  return el('li', {},
    el('div', { class: 'member' },
      el('code', { class: 'key' }, name),
      el('span', { class: 'type' }, typeWords(contract, node)),
      required ? el('span', { class: 'required' }, 'required') : null),
    schema.description ? el('p', {}, inline(schema.description)) : null,
    told.length > 0 ? el('p', { class: 'facts' }, told) : null,
    below ? schemaView(contract, below) : null);
}

// A schema as nested lists of its members.
export function schemaView(contract, node) {
  const schema = resolve(contract, node);
  if (schema.oneOf) {
    return el('div', { class: 'choice' }, schema.oneOf.map((part, index) => {
      const one = resolve(contract, part);
      const title = one.title ?? schemaName(part) ?? typeWords(contract, part);
      return el('div', { class: 'alternative' },
        el('h5', {}, index > 0 ? el('span', { class: 'or' }, 'or ') : null, title),
        schemaView(contract, part));
    }));
  }
  const members = Object.entries(schema.properties ?? {});
  const told = facts(contract, schema);
  return el('div', { class: 'schema' },
    schema.description ? el('p', {}, inline(schema.description)) : null,
    members.length === 0
      ? el('p', {}, el('span', { class: 'type' }, typeWords(contract, node)), told.length > 0 ? [' · ', told] : null)
      : el('ul', { class: 'members' },
        members.map(([name, part]) => member(contract, name, part, schema.required?.includes(name)))));
}

// Parameters, as the same kind of list.
export function parametersView(contract, parameters) {
  return el('ul', { class: 'members' }, parameters.map((node) => {
    const parameter = resolve(contract, node);
    const schema = { ...resolve(contract, parameter.schema), ...(parameter.description ? { description: parameter.description } : {}) };
    const item = member(contract, parameter.name, schema, parameter.required);
    item.querySelector('.type').append(`, in the ${parameter.in}`);
    return item;
  }));
}
