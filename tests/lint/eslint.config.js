// SPDX-License-Identifier: MIT
// eslint.config.js: what is wrong in JavaScript wherever it runs: web/ in a browser, all else in Node.
import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['**/node_modules/', 'build/'] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { ecmaVersion: 2023, sourceType: 'module' },
    rules: {
      eqeqeq: 'error',
      'no-shadow': 'error',
      'no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  { files: ['web/**'], languageOptions: { globals: globals.browser } },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  { ignores: ['web/**'], languageOptions: { globals: globals.node } },
  // These hand functions to the browser that they drive.
  { files: ['tests/web/**'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
];
