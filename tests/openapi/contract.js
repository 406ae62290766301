// SPDX-License-Identifier: MIT
// contract.js: which response openapi.json promises to a request, and whether a reply is that. Ajv judges the schemas.
import {Ajv2020} from 'ajv/dist/2020.js';

// Told in words: "OPTIONS answers every path that exists, and `*`, with 204 and `Allow`."
const OPTIONS = {
  headers: {
    'X-Request-Id': {$ref: 'openapi#/components/headers/RequestId'},
    Allow: {$ref: 'openapi#/paths/~1/get/responses/405/headers/Allow'},
  },
};

// On the address of --admin-listen every path but these answers as one that is not listed.
const ADMIN = ['/healthz', '/readyz', '/metrics'];

// libmicrohttpd answers a few broken requests itself, with a page of its own and one of these statuses (SECURITY.md).
// Nothing of ours has a body without a Content-Type.
const LIBRARY_STATUSES = [400, 413, 414, 431, 500, 501, 505];

const decodeUtf8 = (bytes) => new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);

export class Contract {
  constructor(text) {
    // References name the document, so that each schema in it can be compiled where it stands.
    this.document = JSON.parse(text, (key, value) => (key === '$ref' ? `openapi${value}` : value));
    this.ajv = new Ajv2020({strict: true, allErrors: true});
    this.ajv.addFormat('int64', true); // the schema's minimum and maximum say it, too
    this.ajv.addVocabulary(Object.keys(this.document)); // as a whole it is no schema
    this.ajv.addSchema(this.document, 'openapi');
    const {paths} = this.document;
    const {200: _, 404: notFound, 405: notAllowed, ...anyRequest} = paths['/'].get.responses;
    this.anyRequest = anyRequest;
    this.unlistedPath = {404: notFound, ...this.anyRequest};
    this.optionsOnly = {204: OPTIONS, ...this.anyRequest};
    this.unlistedMethod = {405: notAllowed, ...this.anyRequest};
    this.paths = Object.entries(paths).map(([template, item]) => ({
      template,
      pattern: new RegExp(`^${template.replace(/\./g, '\\.').replace(/\{[^}]*\}/g, '[^/]+')}$`),
      methods: this.methods(item, template !== '/' && item.get?.responses[404] ? {404: notFound} : {}),
    }));
  }

  // The responses of a path by method: those of its operations, and what holds for every path. named: what is told besides
  // where there may be nothing at the path: an unknown name, or what an option takes away.
  methods(item, named) {
    const methods = new Map(Object.entries(item).map(([method, {responses}]) => [method.toUpperCase(), responses]));
    methods.set('OPTIONS', {...this.optionsOnly, ...named});
    methods.unlisted = {...this.unlistedMethod, ...named};
    if (methods.has('GET')) methods.set('HEAD', methods.get('GET'));
    return methods;
  }

  // Every "METHOD path status" that has a place of its own in the document. What any request may meet has one for each
  // game, whose code differs, and none for the rest.
  documented() {
    return Object.entries(this.document.paths).flatMap(([template, item]) => Object.entries(item).flatMap(
      ([method, {responses, tags}]) => Object.keys(responses)
        .filter((status) => tags.includes('games') || !(status in this.anyRequest))
        .map((status) => `${method.toUpperCase()} ${template} ${status}`)));
  }

  // [where they stand in the document, the responses] that a request may get. "/" answers for what is not listed.
  responses({admin, method, target}) {
    if (target === null) return ['GET /', this.anyRequest]; // what was sent has no request line
    const path = target.split('?')[0].replace(/^http:\/\/[^/]*/, '');
    if (path === '*' && method === 'OPTIONS') return ['OPTIONS *', this.optionsOnly];
    const found = this.paths.find(({template, pattern}) => pattern.test(path) && (!admin || ADMIN.includes(template)));
    if (found === undefined) return ['GET /', this.unlistedPath];
    if (!found.methods.has(method)) return ['GET /', found.methods.unlisted];
    return [`${method} ${found.template}`, found.methods.get(method)];
  }

  // {place, response} for an exchange; no response where the document has none.
  promised(exchange) {
    const {status} = exchange;
    const [where, responses] = this.responses(exchange);
    return {place: `${where} ${status}`, response: this.resolve(responses[status])};
  }

  resolve(node) {
    while (node?.$ref) {
      const steps = node.$ref.split('#/')[1].split('/').map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
      node = steps.reduce((at, step) => at[step], this.document);
    }
    return node;
  }

  // {place, faults, own}: faults are sentences; own is false for a page of libmicrohttpd's, which is not judged.
  judge(exchange) {
    const {place, response} = this.promised(exchange);
    if (isLibraryPage(exchange)) return {place, faults: [], own: false};
    if (response === undefined) return {place, faults: [`status ${exchange.status} is not documented`], own: true};
    const faults = [...this.headerFaults(exchange, response), ...this.bodyFaults(exchange, response)];
    return {place, faults, own: true};
  }

  headerFaults(exchange, response) {
    return Object.entries(response.headers ?? {}).flatMap(([name, node]) => {
      const {required, schema} = this.resolve(node);
      const values = all(exchange, name);
      if (values.length === 0) return required ? [`header ${name} is missing`] : [];
      if (values.length > 1) return [`header ${name} stands ${values.length} times`];
      const number = ['integer', 'number'].includes(this.resolve(schema).type) && /^[0-9]+$/.test(values[0]);
      return this.schemaFaults(`header ${name}`, schema, number ? Number(values[0]) : values[0]);
    });
  }

  bodyFaults(exchange, response) {
    const types = all(exchange, 'Content-Type').map((value) => value.split(';')[0].trim().toLowerCase());
    if (response.content === undefined) {
      return exchange.size > 0 || types.length > 0 ? ['a body or its type where none is documented'] : [];
    }
    if (types.length !== 1 || !(types[0] in response.content)) return [`content type [${types}] is not documented`];
    if (exchange.method === 'HEAD') return exchange.size > 0 ? ['HEAD with a body'] : [];
    if (exchange.body === null) return [];
    let body;
    try {
      body = decodeUtf8(Buffer.from(exchange.body, 'base64'));
      if (/[/+]json$/.test(types[0])) body = JSON.parse(body);
    } catch (error) {
      return [`body: ${error.message}`];
    }
    const faults = this.schemaFaults('body', response.content[types[0]].schema, body);
    if (types[0] === 'application/problem+json' && body?.status !== exchange.status) {
      faults.push(`body: tells status ${body?.status}`);
    }
    return faults;
  }

  schemaFaults(what, schema, value) {
    const validate = this.ajv.compile(schema); // compiled once, and kept
    return validate(value) ? [] : [this.ajv.errorsText(validate.errors, {dataVar: what})];
  }
}

function all({headers}, name) {
  return headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
}

function isLibraryPage(exchange) {
  return LIBRARY_STATUSES.includes(exchange.status) && exchange.body !== null &&
    all(exchange, 'X-Request-Id').length === 0 && all(exchange, 'Content-Type').length === 0 &&
    Buffer.from(exchange.body, 'base64').includes('<html><head>');
}
