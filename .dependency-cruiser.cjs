/**
 * Who may import whom (docs/architecture.md, "Who may import whom"). What a file may do follows from its name: a store, queue or client is
 * named so, the composition of a subject is its `*-deps.ts`, and a handler is a file that exports `handler`.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const handlers = readdirSync(join(__dirname, 'lambdas'), { recursive: true })
  .filter((file) => file.endsWith('.ts'))
  .filter((file) => /^export const handler\b/m.test(readFileSync(join(__dirname, 'lambdas', file), 'utf8')))
  .map((file) => `^lambdas/${file.replaceAll('.', '\\.')}$`);

/** Files that talk to something outside of the process: AWS, a socket, a disk. */
const outside = [
  '^lambdas/aws/',
  '^lambdas/webhooks/sender/',
  // An OAuth client is an app, and not a client of a service.
  '-(store|queue|(?<!-oauth-)client|sender|deps|stream)\\.ts$',
  // Addresses that the SDK signs, the bytes of an e-mail, lines on the function's own disk, what is loaded late.
  '^lambdas/files/(download-link|presigned-upload)\\.ts$',
  '^lambdas/emails/mime-message\\.ts$',
  '^lambdas/submissions/export/temp-file\\.ts$',
  '^lambdas/ingest/attachments-on-demand\\.ts$',
];
/** Files that know of HTTP, of the build, or of a function's environment. The parsers in http/body are pure. */
const edge = [
  '^lambdas/http/(?!body/)',
  '^lambdas/(documentation|form-script|openapi|console)/',
  '^lambdas/(operations|environment)\\.ts$',
  '^lambdas/operations/',
  '^lambdas/localized/localized-format\\.ts$',
  '^lambdas/ingest/(ingest-format|logged-lookups|post-handler)\\.ts$',
  // A server, its disk and its environment.
  '^lambdas/large-posts/',
  '^lambdas/auth/oauth-request\\.ts$',
  // The pages of the consent, and what several handlers do alike with the stores.
  '^lambdas/connections/(connection-tokens|consent-pages|end-connection)\\.ts$',
  '^lambdas/webhooks/apps/app-webhook\\.ts$',
  '^lambdas/(webhooks/delivery/submission-record-handlers|emails/fan-out-emails|emails/recipients/recipient-pages|files/request-file-deletion|sign-in/sign-in-pages)\\.ts$',
];
const notPure = [...outside, ...edge, ...handlers];

module.exports = {
  forbidden: [
    {
      // Cycles of types alone do not exist at run time, and what is loaded when it is asked for finds everything there.
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^aws-lambda$' },
    },
    {
      name: 'pure-files-import-pure-files-only',
      severity: 'error',
      from: { path: '^lambdas/', pathNot: notPure },
      to: { path: notPure },
    },
    {
      name: 'pure-files-use-zod-and-arithmetic-only',
      severity: 'error',
      from: { path: '^lambdas/', pathNot: notPure },
      to: {
        pathNot: [
          '^lambdas/',
          'node_modules/(zod|ulid|re2js|disposable-email-domains-js)/',
          '^(node:)?(crypto|buffer|zlib)$',
        ],
      },
    },
    {
      name: 'core-knows-nothing-of-forms',
      severity: 'error',
      from: { path: '^lambdas/core/' },
      to: { path: '^lambdas/', pathNot: '^lambdas/(core|i18n)/' },
    },
    {
      name: 'stores-and-clients-do-not-know-http',
      severity: 'error',
      from: { path: outside, pathNot: '-deps\\.ts$' },
      to: { path: ['^lambdas/http/(?!body/)', ...handlers] },
    },
    {
      name: 'handlers-do-not-import-handlers',
      severity: 'error',
      from: { path: '^lambdas/' },
      to: { path: handlers },
    },
    {
      name: 'lambdas-know-no-infrastructure',
      severity: 'error',
      from: { path: '^lambdas/', pathNot: '\\.at-build\\.ts$' },
      to: { path: ['^(lib|local|cli|console|bin)/', 'node_modules/(aws-cdk-lib|constructs)/'] },
    },
    {
      // The console knows of the service what its OpenAPI document says; rules without other imports show what a setting will do.
      name: 'the-console-uses-the-api-only',
      severity: 'error',
      from: { path: '^console/', pathNot: '^console/build/' },
      to: {
        path: '^(lambdas|lib|local|cli|bin)/',
        pathNot:
          '^lambdas/(core/contrast|forms/origin-match|forms/fields/(proposed-fields|html-element|html-reading))\\.ts$',
      },
    },
    {
      name: 'console-parts-know-no-screens',
      severity: 'error',
      from: { path: '^console/(ui|texts)/' },
      to: { path: '^console/', pathNot: '^console/(ui|texts|app|api)/' },
    },
    {
      name: 'lib-imports-names-and-pure-files',
      severity: 'error',
      from: { path: '^lib/' },
      to: {
        path: ['^lambdas/(http|documentation|openapi|console)/', ...outside, ...handlers],
      },
    },
    {
      name: 'packages-stand-alone',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/[^/]+/build/' },
      to: { path: '^(lambdas|lib|local|cli|console|bin)/' },
    },
    {
      name: 'local-reads-the-template-not-lib',
      severity: 'error',
      from: { path: '^local/' },
      to: {
        path: '^lib/',
        pathNot:
          '^lib/bundling/(changed-functions|kept-folder|bundle-sources|linked-groups|import-linked-app|place-of-sources|require-banner|unsigned-signer)\\.ts$',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What npm packs of a package is made when it is packed.
    exclude: { path: '^packages/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
