/** Who may import whom (DESIGN section 2). One rule a line of that section. */
module.exports = {
  forbidden: [
    {
      // Cycles of types alone do not exist at run time.
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^aws-lambda$' },
    },
    {
      name: 'domain-knows-only-itself-and-zod',
      severity: 'error',
      from: { path: '^lambdas/domain/' },
      to: { pathNot: ['^lambdas/domain/', 'node_modules/(zod|ulid)/', '^(node:)?(crypto|buffer|zlib)$'] },
    },
    {
      name: 'adapters-and-http-know-domain-only',
      severity: 'error',
      from: { path: '^lambdas/(adapters|http)/' },
      to: {
        path: '^(lambdas|lib|local|cli|console|bin)/',
        pathNot: ['^lambdas/(adapters|http|domain)/', '^lambdas/(environment|operations)\\.ts$'],
      },
    },
    {
      name: 'adapters-do-not-know-http',
      severity: 'error',
      from: { path: '^lambdas/adapters/' },
      to: { path: '^lambdas/http/' },
    },
    {
      name: 'lambdas-know-no-infrastructure',
      severity: 'error',
      from: { path: '^lambdas/' },
      to: { path: ['^(lib|local|cli|console|bin)/', 'node_modules/(aws-cdk-lib|constructs)/'] },
    },
    {
      name: 'lib-knows-names-not-handlers',
      severity: 'error',
      from: { path: '^lib/' },
      to: {
        path: '^lambdas/',
        pathNot: '^lambdas/(operations|environment|domain/(plans|email-address|form|webhook))\\.ts$',
      },
    },
    {
      name: 'local-reads-the-template-not-lib',
      severity: 'error',
      from: { path: '^local/' },
      to: { path: '^lib/', pathNot: '^lib/make-app\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
