// SPDX-License-Identifier: MIT
// A body of ours can be JSON under three names; orval names none to the service unless it is left only one.
module.exports = {
  nimsum: {
    input: '../../openapi.yaml',
    output: {
      target: 'generated/orval.ts',
      client: 'fetch',
      override: {
        contentType: {exclude: ['application/x-www-form-urlencoded', 'text/plain']},
        mutator: {path: './orval_fetch.ts', name: 'orvalFetch', extension: '.js'},
      },
    },
  },
};
