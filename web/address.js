// address.js: the addresses of this service. It may stand below a path prefix, so all are relative to where the scripts are.
const root = new URL('..', import.meta.url);

// address('/xor-game?nums=1') is where that is asked.
export function address(path) {
  return new URL(`.${path}`, root).href;
}
