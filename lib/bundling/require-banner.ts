/**
 * Prefix for ES module bundles that defines `require`, because some bundled CommonJS packages use it to load
 * Node's built-in modules or packages outside the bundle.
 */
export const REQUIRE_BANNER =
  "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";
