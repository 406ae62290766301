// SPDX-License-Identifier: MIT
// orval_fetch.ts: how orval's client asks: with the address of the service, and with text left as text.
import {base} from './answers.js';

export async function orvalFetch<T>(path: string, options: RequestInit): Promise<T> {
  const response = await fetch(base + path, options);
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  const data: unknown = isJson ? await response.json() : await response.text();
  return {status: response.status, headers: response.headers, data} as T;
}
