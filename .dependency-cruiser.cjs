/**
 * Rules for imports (docs/architecture.md, "Who may import whom"). The rules go by file names: stores, queues
 * and clients have these words in their names, `*-deps.ts` wires up a subject, and a handler is a file that
 * exports `handler`.
 */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const handlers = readdirSync(join(__dirname, 'lambdas'), { recursive: true })
  .filter((file) => file.endsWith('.ts'))
  .filter((file) => /^export const handler\b/m.test(readFileSync(join(__dirname, 'lambdas', file), 'utf8')))
  .map((file) => `^lambdas/${file.replaceAll('.', '\\.')}$`);

/** Files that access anything outside of the process: AWS, a socket, or a disk. */
const outside = [
  '^lambdas/aws/',
  '^lambdas/outbound/',
  '^lambdas/webhooks/sender/',
  // An OAuth client is an app, not a client of a service.
  '-(store|queue|(?<!-oauth-)client|sender|deps|stream)\\.ts$',
  // These files sign URLs with the SDK, encode e-mails, write to the function's disk, or import code lazily.
  '^lambdas/files/(download-link|presigned-upload)\\.ts$',
  '^lambdas/emails/mime-message\\.ts$',
  '^lambdas/submissions/export/temp-file\\.ts$',
  '^lambdas/ingest/files/attachments-on-demand\\.ts$',
];
/** Files that depend on HTTP, the build, or a function's environment. The parsers in http/body are pure. */
const edge = [
  '^lambdas/http/(?!body/)',
  '^lambdas/(api|form-script|console)/',
  '^lambdas/environment\\.ts$',
  '^lambdas/.*-operations\\.ts$',
  '^lambdas/localized/localized-format\\.ts$',
  '^lambdas/ingest/(ingest-format|logged-lookups|post-handler|refused-posts)\\.ts$',
  // A server with its own disk and environment.
  '^lambdas/large-posts/',
  '^lambdas/connections/oauth/oauth-request\\.ts$',
  // The consent pages, and code that several handlers share to access the stores.
  '^lambdas/connections/(connection-tokens|consent-pages|end-connection)\\.ts$',
  '^lambdas/webhooks/apps/app-webhook\\.ts$',
  // Send challenges to callbacks.
  '^lambdas/agents/events/(challenge|event-methods)\\.ts$',
  '^lambdas/outbox/',
  '^lambdas/auth/(audited|authenticate|logged-callers|management-handler|mcp-caller|keys/mint-key|resolve-caller)\\.ts$',
  '^lambdas/(emails/recipients/recipient-pages|form-pages/browser-pages|form-pages/hosted/hosted-page|sign-in/sign-in-pages)\\.ts$',
];
/** The folders of `lambdas`, lowest first. A folder imports only from folders before it, including types. */
const folders = JSON.parse(readFileSync(join(__dirname, 'lambdas/floors.json'), 'utf8')).flatMap(
  (floor) => floor.folders,
);
const floors = folders.slice(0, -1).map((folder, index) => ({
  name: `floor-of-${folder}`,
  severity: 'error',
  from: { path: `^lambdas/${folder}/` },
  to: { path: `^lambdas/(${folders.slice(index + 1).join('|')})/` },
}));
const notPure = [...outside, ...edge, ...handlers];

/**
 * The folders of lib, lowest first. A folder imports only from folders before it. The files directly in lib
 * compose them.
 */
const libFolders = [
  ['browser-files', 'bundling', 'settings', 'alarms', 'aws', 'ci', 'storage'],
  ['auth', 'sign-in', 'people', 'apps', 'connections'],
  ['submissions', 'forms'],
  ['analytics', 'timeline', 'emails', 'webhooks', 'form-pages', 'console'],
  [
    'ingest',
    'localized',
    'data-requests',
    'imports',
    'form-jobs',
    'outbox',
    'canary',
    'large-posts',
    'first-account',
    'forms-as-code',
    'agents',
  ],
  ['api', 'edge', 'dashboard'],
].flat();
/** Entry points that nothing in lib imports: the package, and the bundled app of the local service. */
const libEntries = ['^lib/package/', '^lib/release/', '^lib/bundling/linked-app\\.ts$'];

module.exports = {
  forbidden: [
    ...floors,
    {
      // `lambdas/floors.json` must list every folder.
      name: 'no-folder-without-a-floor',
      severity: 'error',
      from: {},
      to: { path: '^lambdas/[^/]+/', pathNot: `^lambdas/(${folders.join('|')})/` },
    },
    {
      // Type-only cycles don't exist at run time. When code imports a module dynamically, all other modules are
      // already loaded.
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
          'node_modules/(zod|ulid|re2js|yaml|disposable-email-domains-js|tldts|fflate|csv-parse)/',
          '^(node:)?(crypto|buffer|zlib)$',
        ],
      },
    },
    {
      name: 'stores-and-clients-do-not-know-http',
      severity: 'error',
      from: { path: outside, pathNot: '-deps\\.ts$' },
      to: { path: ['^lambdas/http/(?!body/)', ...handlers] },
    },
    {
      // Except for the handlers of functions that several operations share.
      name: 'handlers-do-not-import-handlers',
      severity: 'error',
      from: { path: '^lambdas/', pathNot: '^lambdas/api/functions/' },
      to: { path: handlers },
    },
    {
      name: 'lambdas-know-no-infrastructure',
      severity: 'error',
      from: { path: '^lambdas/', pathNot: '\\.at-build\\.ts$' },
      to: { path: ['^(lib|local|cli|console|bin)/', 'node_modules/(aws-cdk-lib|constructs)/'] },
    },
    {
      // The console only depends on the service's OpenAPI document. The exceptions are rules without imports,
      // which the console uses to preview the effect of a setting.
      name: 'the-console-uses-the-api-only',
      severity: 'error',
      from: { path: '^console/', pathNot: '^console/build/' },
      to: {
        path: '^(lambdas|lib|local|cli|bin)/',
        pathNot:
          '^lambdas/(core/text/contrast|forms/origin-match|forms/fields/(proposed-fields|html-element|html-reading))\\.ts$',
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
      // The stager is a Lambda function itself.
      from: { path: '^lib/', pathNot: '^lib/release/stager/' },
      to: {
        path: ['^lambdas/(http|console)/', '^lambdas/api/(documentation|openapi)/', ...outside, ...handlers],
      },
    },
    ...libFolders.map((folder, floor) => ({
      name: `lib-${folder}-imports-lower-folders-only`,
      severity: 'error',
      from: { path: `^lib/${folder}/`, pathNot: libEntries },
      to: { path: [`^lib/(${libFolders.slice(floor + 1).join('|')})/`, '^lib/[^/]+$', '^lib/package/'] },
    })),
    {
      name: 'lib-folders-are-in-the-order-above',
      severity: 'error',
      from: { path: '^lib/[^/]+/', pathNot: [`^lib/(${libFolders.join('|')})/`, ...libEntries] },
      to: {},
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
          '^lib/(service-version|bundling/(changed-functions|bundle-folder|kept-folder|user-cache|bundle-sources|linked-groups|packed-functions|import-linked-app|place-of-sources|require-banner))\\.ts$',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // `dist` folders are generated when npm packs a package.
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
