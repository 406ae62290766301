// curl.js: a request as the line that makes it from a shell.
import { address } from './address.js';

function quote(text) {
  return /^[A-Za-z0-9_./:=,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

// {method, path, headers: [[name, value], ...], body: text or null}. A JSON body needs no header:
// what curl -d says is taken as JSON.
export function curlLine({ method, path, headers = [], body = null }) {
  const words = ['curl', '-s', quote(address(path))];
  if (method !== (body === null ? 'GET' : 'POST')) {
    words.push('-X', method);
  }
  for (const [name, value] of headers) {
    if (name !== 'Content-Type' || value !== 'application/json') {
      words.push('-H', quote(`${name}: ${value}`));
    }
  }
  if (body !== null) {
    words.push(body.startsWith('@') ? '--data-raw' : '-d', quote(body));
  }
  return words.join(' ');
}
