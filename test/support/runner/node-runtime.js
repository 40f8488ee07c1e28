/** Runs test files as modules of Node itself; jest's own runtime runs them in a context of `node:vm` and loads every package anew. */
import JestRuntime from 'jest-runtime';
import { createRequire } from 'node:module';
import { closeTestFile, importFor, openTestFile, renewModules } from './module-hooks.js';

const require = createRequire(import.meta.url);

class NodeRuntime extends JestRuntime {
  #testFile = openTestFile(() => this.jestGlobals.cjsGlobals(this._testPath), this._config.moduleNameMapper);

  /** jest calls it while it makes a runtime, too. */
  resetModules() {
    super.resetModules();
    if (#testFile in this) renewModules(this.#testFile);
  }

  teardown() {
    super.teardown();
    closeTestFile(this.#testFile);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return importFor(this.#testFile, path);
  }

  /** jest-circus: its module is the state of one test file. */
  requireInternalModule(path) {
    delete require.cache[path];
    return require(path);
  }

  /** `process` is that of the worker, and its method is right as it is. */
  installGetBuiltinModule() {}
}

// What `require` returns for this file, as jest expects it.
export { NodeRuntime as 'module.exports' };
