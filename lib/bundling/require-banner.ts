/**
 * Begins bundles that are ES modules: some of the packages in them are CommonJS and ask for Node's own modules, or for
 * packages that are left out of the bundle, with `require`.
 */
export const REQUIRE_BANNER =
  "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";
