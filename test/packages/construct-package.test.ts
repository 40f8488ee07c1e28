/**
 * Tests the service as a team would install it: from a packed package, in a separate app with the code from
 * docs/operating/cdk-app.md.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDemoForm } from '../../cli/demo-account.ts';
import { findDynoxide } from '../../local/dynamodb/find-dynoxide.ts';
import { writeSbom } from '../../lib/release/write-sbom.ts';
import { EVERYTHING_ON } from '../support/assembly/everything-on.ts';
import { templateWith } from '../support/assembly/templates.ts';

const ROOT = join(import.meta.dirname, '../..');
const app = mkdtempSync(join(tmpdir(), 'svc-test-construct-'));
const installed = join(app, 'node_modules/@svc-forms/service');
/** Folder of the installed DynamoDB emulator. */
const EMULATOR = dirname(await findDynoxide());
const assembly = join(app, 'cdk.out');

/** 300 KB below CloudFormation's limit of 1 MB, so that a team has room for its own resources. */
const MAX_BYTES = 724_000;

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, any>;
}
let packed: string[];
let packedBytes: number;
let website: { Resources: Record<string, Resource>; Outputs: Record<string, unknown> };

const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, {
    cwd: app,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', CDK_OUTDIR: assembly },
  });

beforeAll(() => {
  execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'ignore' });
  execFileSync('npm', ['pack', './dist/service', '--pack-destination', app], { cwd: ROOT, stdio: 'ignore' });
  const tarball = readdirSync(app).find((name) => name.endsWith('.tgz')) ?? '';
  packedBytes = statSync(join(app, tarball)).size;
  mkdirSync(installed, { recursive: true });
  run('tar', '-xzf', tarball, '-C', installed, '--strip-components=1');
  packed = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(installed, file)).isFile(),
  );
  // Links the packages that the team's app already has, and the one required by the type declarations.
  mkdirSync(join(app, 'node_modules/@types'));
  for (const name of ['aws-cdk-lib', 'constructs', 'zod', '@types/node'])
    symlinkSync(join(ROOT, 'node_modules', name), join(app, 'node_modules', name));
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(
    readFileSync(join(ROOT, 'docs/operating/cdk-app.md'), 'utf8'),
  )!;
  writeFileSync(join(app, 'package.json'), '{"type":"module"}');
  writeFileSync(join(app, 'app.ts'), code);
  run(process.execPath, 'app.ts');
  website = JSON.parse(readFileSync(join(assembly, 'website.template.json'), 'utf8'));
}, 180_000);
afterAll(() => rmSync(app, { recursive: true, force: true }));

it('contains only the files that are needed', () => {
  const papers = ['README.md', 'CHANGELOG.md', 'package.json'];
  const rest = packed.filter(
    (file) => !papers.includes(file) && !/^docs\/(?:(?:operating\/)?[\w-]+\.md$|examples\/)/.test(file),
  );
  const types = rest.filter((file) => file.startsWith('dist/types/'));
  const local = rest.filter((file) => file.startsWith('dist/local/'));
  const others = rest.filter((file) => ![types, local].some((known) => known.includes(file)));
  expect(others.toSorted()).toEqual([
    'LICENSE',
    'NOTICE',
    'THIRD-PARTY-LICENSES',
    'dist/assembly/stack-name',
    'dist/assembly/svc-forms-local.assets.json',
    'dist/assembly/svc-forms-local.template.json',
    'dist/functions.json.br',
    'dist/index.js',
    'dist/svc-forms.js',
    'forms.schema.json',
  ]);
  expect(types).toContain('dist/types/lib/form-service.d.ts');
  expect(types.every((file) => file.endsWith('.d.ts'))).toBe(true);
  expect(types.length).toBeLessThan(20);
  expect(local.every((file) => file.endsWith('.mjs'))).toBe(true);
  expect(packed).toEqual(
    expect.arrayContaining([
      ...papers,
      'docs/operating/deploy.md',
      'docs/examples/forms-as-code/.github/workflows/forms.yml',
      'docs/examples/forms-as-code/cdk/app.ts',
      'docs/examples/forms-as-code/forms.yaml',
    ]),
  );
  process.stdout.write(`Package: ${packedBytes} bytes\n`);
  expect(packedBytes).toBeLessThan(12_000_000);
});

it("keeps the agent function's bundle as small as the largest bundle of the form functions", () => {
  const bytesOf = (name: string): number => {
    const functions = Object.values(website.Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
    const { Code } = functions.find(({ Properties }) =>
      JSON.stringify(Properties['FunctionName']).endsWith(`-${name}"`),
    )!.Properties;
    return statSync(join(assembly, `asset.${Code.S3Key.replace('.zip', '')}`, 'index.mjs')).size;
  };
  const [agents, form] = [bytesOf('Mcp'), bytesOf('UpdateForm')];
  process.stdout.write(`Bundles: ${agents} bytes for agents, ${form} for changing a form\n`);
  expect(agents).toBeLessThan(1.2 * form);
});

it("doesn't install Node or an emulator into the app", () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    name: '@svc-forms/service',
    bin: { 'svc-forms': 'dist/svc-forms.js' },
    license: 'Apache-2.0',
    peerDependencies: {
      'aws-cdk-lib': expect.stringMatching(/^\^2\./),
      constructs: expect.stringMatching(/^\^10\./),
    },
  });
  expect(Object.keys(manifest.dependencies)).toEqual(['zod']);
  expect(manifest).not.toHaveProperty('optionalDependencies');
  expect(manifest).not.toHaveProperty('scripts');
});

/** SPDX ids that we accept in the package. */
const ACCEPTED = [
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
];

it('contains the license of each package in its bundles, and the SBOM lists the same packages', () => {
  const text = readFileSync(join(installed, 'THIRD-PARTY-LICENSES'), 'utf8');
  const licenses = new Map<string, { id: string; text: string }>();
  for (const part of text.split(`\n${'-'.repeat(80)}\n`).slice(1)) {
    const [, names = '', id = '', terms = ''] = /^\n([^]*?)\nLicense: (\S+)\n\n([^]*)$/.exec(part)!;
    for (const name of names.split('\n')) licenses.set(name, { id, text: terms });
  }
  const { outputs } = JSON.parse(readFileSync(join(ROOT, 'dist/metafile.json'), 'utf8')) as {
    outputs: { merged: { inputs: Record<string, unknown> } };
  };
  const bundled = new Set<string>();
  for (const file of Object.keys(outputs.merged.inputs)) {
    const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
    if (folder === undefined) continue;
    const { name, version } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
    bundled.add(`${name}@${version}`);
  }
  expect([...licenses.keys()].toSorted()).toEqual([...bundled].toSorted());
  for (const [name, license] of licenses) {
    expect([name, ACCEPTED.includes(license.id)]).toEqual([name, true]);
    expect([name, /permission|permitted|licen[sc]e|waive/i.test(license.text)]).toEqual([name, true]);
    expect(license.text.length).toBeGreaterThan(500);
  }
  // Parts of the runner, the functions, the console and the command line.
  const parts = [...bundled].map((name) => name.replace(/@[^@]+$/, ''));
  expect(parts).toEqual(
    expect.arrayContaining([
      ...['@20minutes/s3rver', 'fastify', 'fauxqs', 'oidc-provider', 'aws-local-stepfunctions'],
      ...['@aws-sdk/client-dynamodb', '@middy/core', 'nodemailer', 'undici', 'zod'],
      ...['@fontsource-variable/geist', 'lucide-react', 'react', 'react-aria-components'],
      'commander',
    ]),
  );
  for (const name of ['esbuild', 'jest', 'typescript', 'aws-cdk-lib']) expect(parts).not.toContain(name);

  writeSbom({ folder: app, version: '1.2.3' });
  const sbom = JSON.parse(readFileSync(join(app, 'sbom.cdx.json'), 'utf8')) as {
    components: { group?: string; name: string; version: string }[];
  };
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { purl: 'pkg:npm/%40svc-forms/service@1.2.3' } },
  });
  const listed = sbom.components.map(
    ({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name}@${version}`,
  );
  expect([...new Set(listed)].toSorted()).toEqual([...bundled].toSorted());
});

it('works in a plain stack with every setting turned on', () => {
  const settings = Object.fromEntries(
    Object.entries(EVERYTHING_ON).map(([name, value]) => [name.replace('svc:', ''), value]),
  );
  const code = `
    import { App, Stack } from 'aws-cdk-lib';
    import { FormService } from '@svc-forms/service';
    const app = new App();
    for (const suppressTemplateIndentation of [true, false]) {
      const stack = new Stack(app, suppressTemplateIndentation ? 'compact' : 'plain', { suppressTemplateIndentation });
      new FormService(stack, 'Forms', { stage: 'prod', settings: ${JSON.stringify(settings)} });
    }
    app.synth();`;
  writeFileSync(join(app, 'everything.ts'), code);
  run(process.execPath, 'everything.ts');
  const bytesOf = (name: string): number => statSync(join(assembly, `${name}.template.json`)).size;
  process.stdout.write(
    `Template in a plain stack with everything on: ${bytesOf('plain')} bytes, ${bytesOf('compact')} without ` +
      `indentation, of ${MAX_BYTES}\n`,
  );
  // docs/operating/cdk-app.md advises teams to suppress the indentation. Otherwise, the template must still
  // deploy if the stack contains nothing else.
  expect(bytesOf('compact')).toBeLessThanOrEqual(MAX_BYTES);
  expect(bytesOf('plain')).toBeLessThan(1_000_000);
}, 120_000);

it("creates the same resources as this repository, whatever the app's feature flags", () => {
  const byType = (resources: Record<string, { Type: string }>): Record<string, number> =>
    Object.fromEntries(
      [...Map.groupBy(Object.values(resources), ({ Type }) => Type)]
        .map(([type, found]): [string, number] => [type, found.length])
        .toSorted(),
    );
  const { 'AWS::CDK::Metadata': _, ...own } = byType(
    templateWith({ 'svc:stage': 'prod', 'svc:mailSender': 'Forms <forms@example.com>' }).Resources,
  );
  const { 'AWS::SNS::Subscription': subscriptions, ...theirs } = byType(website.Resources);
  // The app creates this SNS subscription itself.
  expect(subscriptions).toBe(1);
  expect(theirs).toEqual(own);
  expect(theirs['AWS::DynamoDB::GlobalTable']).toBeGreaterThanOrEqual(24);
});

it('contains the code of every function', () => {
  const { files } = JSON.parse(readFileSync(join(assembly, 'website.assets.json'), 'utf8')) as {
    files: Record<string, { source: { path: string } }>;
  };
  const functions = Object.values(website.Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
  expect(functions.length).toBeGreaterThan(70);
  for (const { Properties } of functions) {
    const asset = files[Properties['Code'].S3Key.replace('.zip', '')];
    expect(readdirSync(join(assembly, asset?.source.path ?? 'none'))).toContain('index.mjs');
  }
});

it("prefixes its outputs with the construct's name and doesn't change the app's outputs", () => {
  const outputs = Object.keys(website.Outputs);
  expect(outputs).toEqual(
    expect.arrayContaining([
      'FormsBaseUrl',
      'FormsFormsTable',
      'FormsDeliveriesQueue',
      'FormsUserPool',
      'FormsPlans',
    ]),
  );
  expect(outputs.filter((name) => !name.startsWith('Forms')).toSorted()).toEqual([
    'ApiOfForms',
    'PostFormsTo',
  ]);
});

it('contains an example of forms as code that synthesizes', () => {
  const folder = join(app, 'example');
  cpSync(join(installed, 'docs/examples/forms-as-code'), folder, { recursive: true });
  const { app: command } = JSON.parse(readFileSync(join(folder, 'cdk.json'), 'utf8')) as { app: string };
  const [program, ...args] = command.split(' ');
  expect(program).toBe('node');
  execFileSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', CDK_OUTDIR: join(folder, 'cdk.out') },
  });
  const template = JSON.parse(readFileSync(join(folder, 'cdk.out/website-forms.template.json'), 'utf8')) as {
    Resources: Record<string, Resource>;
  };
  const [custom] = Object.values(template.Resources).filter(({ Type }) => Type === 'Custom::FormsAsCode');
  expect(custom?.Properties).toMatchObject({ Url: 'https://forms.example.com', AllowDelete: [] });
});

it('has types that compile in an app, including the settings and the example', () => {
  const wrong = [
    "import { App } from 'aws-cdk-lib';",
    "import { FormServiceStack } from '@svc-forms/service';",
    "new FormServiceStack(new App(), 'forms', { settings: { spamRetentionDays: 'seven' } });",
    "new FormServiceStack(new App(), 'forms', { settings: { spamRetention: 7 } });",
  ];
  writeFileSync(join(app, 'wrong.ts'), wrong.join('\n'));
  const options = { strict: true, noEmit: true, module: 'nodenext', skipLibCheck: false, types: ['node'] };
  const project = { compilerOptions: options, files: ['app.ts', 'example/cdk/app.ts', 'wrong.ts'] };
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(project));
  const compiler = join(ROOT, 'node_modules/typescript-native/bin/tsc');
  expect(() => run(process.execPath, compiler, '--singleThreaded')).toThrow(
    expect.objectContaining({
      stdout: expect.stringMatching(/^wrong\.ts\(3,.*\n.*wrong\.ts\(4,(?!.*\n\w+\.ts\()/s),
    }),
  );
});

it('runs the service on this machine without any other packages', async () => {
  const service = spawn(process.execPath, [join(installed, 'dist/svc-forms.js'), 'start', '--empty'], {
    cwd: app,
    // The emulator is on the PATH, so nothing is fetched.
    env: { PATH: `${EMULATOR}:${process.env['PATH']}`, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(service, 'exit');
  let printed = '';
  for await (const chunk of service.stdout) {
    printed += String(chunk);
    if (printed.includes('Press Ctrl-C to stop')) break;
  }
  expect(printed).toContain('To start over, run npx svc-forms start --fresh.');
  const outputs = JSON.parse(readFileSync(join(app, '.local/outputs.json'), 'utf8')) as {
    base_url: string;
    management_key: string;
    form: null;
  };
  expect(outputs.form).toBeNull();
  const form = await makeDemoForm(outputs.management_key, outputs.base_url);
  const posted = await fetch(`${outputs.base_url}/v1/f/${form.slug}`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Ada' }),
    headers: { accept: 'application/json' },
  });
  expect(await posted.json()).toMatchObject({ status: 'received' });
  const console = await fetch(`${outputs.base_url}/console`);
  expect(console.status).toBe(200);
  const program = join(installed, 'dist/svc-forms.js');
  const key = ['--key', outputs.management_key];
  const steps = ['--only', 'submissions', 'webhook'];
  expect(run(process.execPath, program, 'smoke', '--url', outputs.base_url, ...key, ...steps)).toContain(
    'Passed: 2 steps passed, 0 failed, 0 skipped',
  );
  service.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

it("doesn't start with settings that only a checkout can use", () => {
  const program = join(installed, 'dist/svc-forms.js');
  const started = spawnSync(process.execPath, [program, 'start', '--watch'], {
    cwd: app,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], SVC_TIME_SCALE: '10' },
  });
  expect({ status: started.status, stderr: started.stderr }).toEqual({
    status: 1,
    stderr:
      'npx svc-forms start: SVC_TIME_SCALE, --watch: only available in a checkout of the repository, because the package is already built\n',
  });
});

it("includes the operator's commands, which need no other packages", () => {
  const help = run(process.execPath, join(installed, 'dist/svc-forms.js'), 'account', 'create', '--help');
  expect(help).toContain('Usage: svc-forms account create');
  expect(help).toContain('--stack <stack>');
});
