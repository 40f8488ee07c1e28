/**
 * A test file runs with the globals of its worker, in no context of its own: packages are loaded once for all files then. What
 * a file changes of the globals and of the environment variables is as before when it ends.
 */
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { fileURLToPath } from 'node:url';
import { ADDRESS } from './module-hooks.js';

const INJECTED = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect'].concat(
  ['fdescribe', 'fit', 'it', 'test', 'xdescribe', 'xit', 'xtest'],
  // The state of jest-circus, which is loaded for each file. What packages add stays: they are loaded once.
  ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'RETRY_TIMES_SETTER', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES'],
);

const isInjected = (key) => INJECTED.includes(typeof key === 'symbol' ? key.description : key);

/** Stacks with paths in place of addresses with the number of the test file, so that jest prints the lines of the file. */
function cleanStack(error) {
  if (Array.isArray(error)) error.forEach(cleanStack);
  else if (error instanceof Error)
    error.stack = error.stack?.replaceAll(ADDRESS, (address) => fileURLToPath(address));
}

export default class NodeEnvironment {
  global = globalThis;
  fakeTimers = null;
  #globals = Object.getOwnPropertyDescriptors(globalThis);
  #env = process.env;
  #variables = { ...process.env };
  #exit = process.exit;

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    // jest sets ten times as much, for itself; CDK asks for a stack with every construct.
    Error.stackTraceLimit = 10;
    // jest looks every stack up in source maps, of which there are none: types are removed in place.
    Error.prepareStackTrace = undefined;
  }

  /** Events of jest-circus. */
  handleTestEvent({ error, asyncError }) {
    cleanStack(error);
    cleanStack(asyncError);
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.#restoreGlobals();
    process.env = this.#env;
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    // jest wraps it for each file.
    process.exit = this.#exit;
  }

  #restoreGlobals() {
    for (const key of Reflect.ownKeys(globalThis))
      if (!Object.hasOwn(this.#globals, key) && isInjected(key)) delete globalThis[key];
    for (const key of Reflect.ownKeys(this.#globals)) {
      const before = this.#globals[key];
      const now = Object.getOwnPropertyDescriptor(globalThis, key);
      if (now?.value !== before.value || now?.get !== before.get)
        Object.defineProperty(globalThis, key, before);
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** There is none; jest asks for the method. */
  getVmContext() {
    return null;
  }
}
