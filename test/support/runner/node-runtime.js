/**
 * Runs test files as modules of Node itself; Jest's own runtime uses a `node:vm` context and reloads every
 * package.
 */
import JestRuntime from 'jest-runtime';
import { createRequire } from 'node:module';
import { closeTestFile, importFor, openTestFile, renewModules } from './module-hooks.js';

const require = createRequire(import.meta.url);

class NodeRuntime extends JestRuntime {
  #testFile = openTestFile(() => this.jestGlobals.cjsGlobals(this._testPath), this._config.moduleNameMapper);

  /** Jest also calls it while it creates a runtime. */
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

  /** `process` belongs to the worker, and its method needs no replacement. */
  installGetBuiltinModule() {}
}

// What `require` returns for this file, as Jest expects it.
export { NodeRuntime as 'module.exports' };
