/** Begins the bundles of the functions. */

/** Some of the bundled packages are CommonJS and ask for Node's own modules with `require`. */
export const REQUIRE_BANNER =
  "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";
