/** Lists the files and folders that the functions' bundles are built from. */

/** The installed packages and the code that bundles them. */
export const PACKAGE_SOURCES = [
  'node_modules/.package-lock.json',
  'lib/bundling/bundles.ts',
  'lib/bundling/linked-bundles.ts',
  'lib/bundling/require-banner.ts',
] as const;

/** Sources of functions that don't serve browser files. */
export const FUNCTION_SOURCES = [...PACKAGE_SOURCES, 'lambdas', 'lib/bundling', 'tsconfig.json'] as const;

/** Sources of all functions. */
export const BUNDLE_SOURCES = [
  ...FUNCTION_SOURCES,
  'console',
  'docs',
  'CHANGELOG.md',
  'packages/forms',
  'lib/browser-files',
] as const;
