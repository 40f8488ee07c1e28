/** What the functions' bundles are made of, as files and folders of the repository. */

/** The packages: what is installed, and what bundles it. */
export const PACKAGE_SOURCES = [
  'node_modules/.package-lock.json',
  'lib/bundling/bundles.ts',
  'lib/bundling/linked-bundles.ts',
  'lib/bundling/require-banner.ts',
] as const;

/** The functions that hold no files for browsers. */
export const FUNCTION_SOURCES = [...PACKAGE_SOURCES, 'lambdas', 'lib/bundling', 'tsconfig.json'] as const;

/** All functions. */
export const BUNDLE_SOURCES = [
  ...FUNCTION_SOURCES,
  'console',
  'docs/guides',
  'docs/automations',
  'packages/forms',
  'lib/browser-files',
] as const;
