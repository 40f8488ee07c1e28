/**
 * Runs a test file with its worker's globals instead of a separate context, so that packages are loaded once
 * for all files. Changes to globals and environment variables are undone when the file ends.
 */
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { fileURLToPath } from 'node:url';
import { ADDRESS } from './module-hooks.js';

const INJECTED = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect'].concat(
  ['fdescribe', 'fit', 'it', 'test', 'xdescribe', 'xit', 'xtest'],
  // State of jest-circus, which is loaded for each file. Symbols added by packages stay, because packages are
  // loaded once.
  ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL', 'RETRY_TIMES_SETTER', 'TEST_TIMEOUT_SYMBOL', 'RETRY_TIMES'],
);

const isInjected = (key) => INJECTED.includes(typeof key === 'symbol' ? key.description : key);

/** Replaces URLs with a test file's number by paths in stack traces, so that Jest prints the file's lines. */
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
    // Jest sets ten times as much for itself, but CDK captures a stack trace for every construct.
    Error.stackTraceLimit = 10;
    // Jest looks up every stack trace in source maps, but there are none: types are removed in place.
    Error.prepareStackTrace = undefined;
  }

  /** Handles events of jest-circus. */
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
    // Jest wraps it for each file.
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

  /** There is none, but Jest calls the method. */
  getVmContext() {
    return null;
  }
}
