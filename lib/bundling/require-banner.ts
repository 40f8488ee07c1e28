/**
 * Prefix for bundles that are ES modules. Some bundled packages are CommonJS and use `require` for Node's
 * built-in modules, or for packages outside the bundle.
 */
export const REQUIRE_BANNER =
  "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";
