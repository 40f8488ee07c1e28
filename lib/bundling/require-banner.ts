/**
 * Defines the first line of ES module bundles, which creates `require`. Some bundled CommonJS packages use it
 * to load Node's built-in modules or packages outside the bundle.
 */
export const REQUIRE_BANNER =
  "const require=process.getBuiltinModule('node:module').createRequire(import.meta.url);";
