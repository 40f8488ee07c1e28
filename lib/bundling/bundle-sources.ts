/** What the functions' bundles are made of, as files and folders of the repository. */

/** The packages: what is installed, and what bundles it. */
export const PACKAGE_SOURCES = [
  'node_modules/.package-lock.json',
  'lib/bundling/bundles.ts',
  'lib/bundling/linked-bundles.ts',
  'lib/bundling/require-banner.ts',
  'lib/bundling/unsigned-signer.ts',
] as const;

/** The functions. */
export const BUNDLE_SOURCES = [
  ...PACKAGE_SOURCES,
  'lambdas',
  'console',
  'docs/guides',
  'docs/automations',
  'packages/forms',
  'lib/browser-files',
  'lib/bundling',
  'tsconfig.json',
] as const;
