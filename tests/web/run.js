// SPDX-License-Identifier: MIT
// run.js DAEMON PICTURES [part of a name]: run all tests, or those whose name holds the words.
import { runAll } from './support.js';
import './docs.test.js';
import './every_page.test.js';
import './play.test.js';
import './play_page.test.js';
import './units.test.js';

const [daemon, pictures, only = ''] = process.argv.slice(2);
process.exitCode = (await runAll({ daemon, pictures, only })) ? 0 : 1;
