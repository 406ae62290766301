// home.js: the page /: the line to copy, with the address at which this service is.
import { curlLine } from './curl.js';
import { byId, copyButton, el } from './dom.js';

const line = curlLine({ method: 'GET', path: '/nim/position?heaps=3,4,5' });
byId('ask').replaceChildren(el('pre', { tabindex: '0' }, line), copyButton(() => line, 'the curl line'));
