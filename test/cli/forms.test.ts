/** Tests `svc-forms pull`, `plan`, `apply` and `drift` with a running service. */
import { Ajv } from 'ajv';
import { App, Stack } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { formsProgram } from '../../cli/forms/forms-program.ts';
import { applyFormsFile } from '../../lambdas/forms-as-code/apply-forms-file.ts';
import { formsApiClient } from '../../lambdas/forms-as-code/forms-api-client.ts';
import { FormsAsCode, type FormsAsCodeProps } from '../../lib/forms-as-code/forms-as-code.ts';
import { blocksIn } from '../support/documentation/code-blocks.ts';
import { operatorCommandsIn } from '../support/documentation/operator-commands.ts';
import { operatorIn } from '../support/service/operator.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

const ROOT = join(import.meta.dirname, '../..');
const execFileAsync = promisify(execFile);

let service: ServiceUnderTest;
let folder: string;
let file: string;

beforeAll(async () => {
  service = await sharedServiceAccount();
  folder = mkdtempSync(join(tmpdir(), 'svc-test-forms-'));
  file = join(folder, 'forms.yaml');
  writeFileSync(join(folder, 'outputs.json'), JSON.stringify(service.outputs));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const forms = (...args: string[]) => operatorIn(folder, formsProgram)(...args, '--local', '-f', file);
const asked = (answer: string, ...args: string[]) =>
  operatorIn(folder, formsProgram, () => Promise.resolve(answer))(...args, '--local', '-f', file);
const write = (text: string): void => writeFileSync(file, text);
/** Slugs are unique across all of the service's accounts. */
const own = (slug: string): string => `${slug}-${service.outputs.account_id.slice(-6).toLowerCase()}`;
const formOf = async (slug: string) => (await service.manage('GET', `/v1/forms/${own(slug)}`)).body;
const webhooksOf = async (slug: string) =>
  (await service.manage('GET', `/v1/forms/${(await formOf(slug)).id}/webhooks`)).body.data;

const CONTACT = () => `version: 1
forms:
  ${own('contact')}:
    name: Contact
    status: paused
    fields: [{ name: email, type: email, required: true }]
    notify_emails: [ann@example.com]
    managed_by: forms.yaml
    challenge: { enabled: true, site_key: key, secret: "\${TURNSTILE}" }
    webhooks:
      crm:
        url: "\${CRM_URL:-https://crm.example.com/hook}"
        headers: { Authorization: "\${CRM_TOKEN}" }
        filter: { all: [{ field: plan, op: equals, value: pro }] }
webhooks:
  archive: { url: "https://archive.example.com/in", enabled: false }
`;

it('creates what is missing after a question, and nothing the second time', async () => {
  process.env['TURNSTILE'] = 'turnstile-secret';
  process.env['CRM_TOKEN'] = 'Bearer crm-secret';
  write(CONTACT());
  const target = own('contact');
  const planned = await forms('plan');
  expect(planned).toMatchObject({ code: 2, stderr: '' });
  expect(planned.stdout).toContain(
    [
      '+ webhooks.archive',
      '    url: "https://archive.example.com/in"',
      '    enabled: false',
      `+ ${target}`,
      '    name: "Contact"',
      '    status: "paused"',
    ].join('\n'),
  );
  expect(planned.stdout).toContain('    challenge.secret: (secret)\n');
  expect(planned.stdout).toContain('    url: "${CRM_URL:-https://crm.example.com/hook}"\n');
  expect(planned.stdout).toContain('    headers.authorization: (secret)\n');
  expect(planned.stdout).toContain('Plan: 3 to create, 0 to change, 0 to delete.\n');

  expect(await forms('apply')).toMatchObject({
    code: 1,
    stderr: 'Nothing was written. Use --yes to apply without a question.\n',
  });
  expect(await asked('no', 'apply')).toMatchObject({ code: 1, stderr: 'Nothing was written.\n' });
  expect((await formOf('contact')).status).toBe(404);
  expect(await asked('yes', 'apply')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Applied 3 of 3: ${target}.webhooks.crm\n`),
  });
  expect(await formOf('contact')).toMatchObject({
    name: 'Contact',
    status: 'paused',
    managed_by: 'forms.yaml',
  });
  expect(await webhooksOf('contact')).toMatchObject([{ name: 'crm', header_names: ['authorization'] }]);
  const { body } = await service.manage('GET', '/v1/webhooks');
  expect(body.data).toMatchObject([{ name: 'archive', enabled: false }]);

  const before = await formOf('contact');
  const again = await forms('apply', '--yes');
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(again.stdout).toContain('Nothing to do. The service matches');
  expect(await formOf('contact')).toEqual(before);
  const outputs = JSON.stringify([planned, again]);
  expect(outputs).not.toContain('turnstile-secret');
  expect(outputs).not.toContain('crm-secret');
});

it('finds drift and shows what is not in the file, which only --allow-delete deletes', async () => {
  const { id } = await formOf('contact');
  await service.manage('PATCH', `/v1/forms/${id}`, { name: 'Renamed', retention_days: 30 });
  await service.manage('POST', `/v1/forms/${id}/webhooks`, { url: 'https://x.example/in', name: 'extra' });
  const drift = await forms('drift');
  expect(drift.code).toBe(2);
  expect(drift.stdout).toContain('    name: "Renamed" → "Contact"\n');
  expect(drift.stdout).not.toContain('retention_days');
  expect(drift.stdout).toContain(`- ${own('contact')}.webhooks.extra (kept, because it isn't in the file)\n`);
  expect((await forms('apply', '--yes')).code).toBe(0);

  const kept = await forms('plan');
  expect(kept).toMatchObject({ code: 0 });
  expect(kept.stdout).toContain(`--allow-delete ${own('contact')}.webhooks.extra`);
  const name = `${own('contact')}.webhooks.extra`;
  expect((await forms('plan', '--allow-delete', name)).code).toBe(2);
  expect((await forms('apply', '--yes', '--allow-delete', name)).code).toBe(0);
  expect(await webhooksOf('contact')).toHaveLength(1);
  const json = JSON.parse((await forms('plan', '--json')).stdout);
  expect(json).toMatchObject({ changes: [], create: 0, update: 0, delete: 0 });
  expect(json.kept.map((row: { target: string }) => row.target)).not.toContain(name);
});

it('sets a secret again only with --rotate, and resets with null', async () => {
  process.env['CRM_TOKEN'] = 'Bearer another';
  expect((await forms('plan')).code).toBe(0);
  const name = `${own('contact')}.webhooks.crm.headers.authorization`;
  const rotated = await forms('plan', '--rotate', name);
  expect(rotated).toMatchObject({
    code: 2,
    stdout: expect.stringContaining('headers.authorization: (secret)'),
  });
  expect((await forms('plan', '--rotate', `${name}x`)).stderr).toContain('Did you mean');
  write(CONTACT().replace('status: paused', 'status: null\n    rate_limit: null\n    retention_days: null'));
  expect((await forms('apply', '--yes')).code).toBe(0);
  expect(await formOf('contact')).toMatchObject({ status: 'live', rate_limit: 60, retention_days: null });
});

it('refuses what cannot be reached, another account, and a slug that is taken', async () => {
  write(CONTACT().replace('status: paused', 'status: draft'));
  expect(await forms('plan')).toMatchObject({
    code: 1,
    stderr: `${file}:5:13: forms.${own('contact')}.status can't be reached. The form cannot change to draft from its current status.\n`,
  });
  write(`account: acc_000000000000\n${CONTACT()}`);
  expect(await forms('apply', '--yes')).toMatchObject({
    code: 1,
    stderr: `${file}:1:10: account is acc_000000000000, but the key belongs to the account ${service.outputs.account_id}\n`,
  });
  write(CONTACT());
  expect((await forms('plan', '--account', 'acc_000000000000')).code).toBe(1);
  expect((await forms('plan', '--no-such-option')).code).toBe(1);

  const other = await sharedServiceAccount();
  const { slug } = other.outputs.form;
  write(`version: 1\nforms: { ${slug}: { name: Taken } }\n`);
  expect(await forms('apply', '--yes')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(`The slug "${slug}" is already taken.`),
  });
});

it('refuses what changes between the plan and the answer', async () => {
  write(CONTACT().replace('name: Contact', 'name: Changed'));
  const { id } = await formOf('contact');
  const answer = async (): Promise<string> => {
    await service.manage('PATCH', `/v1/forms/${id}`, { name: 'Meanwhile' });
    return 'yes';
  };
  const ended = await operatorIn(folder, formsProgram, answer)('apply', '--local', '-f', file);
  expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('changed since the plan') });
  expect((await formOf('contact')).name).toBe('Meanwhile');
});

it('pulls a file that its JSON Schema accepts and that changes nothing', async () => {
  write('# mine\n');
  expect(await forms('pull')).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') });
  await service.manage('POST', '/v1/webhooks', { url: 'https://unnamed.example/in' });
  const pulled = await forms('pull', '--yes');
  expect(pulled).toMatchObject({ code: 0, stderr: '' });
  const upper = own('contact').toUpperCase().replaceAll('-', '_');
  expect(pulled.stdout).toContain(`  ${upper}_TURNSTILE_SECRET (the Turnstile secret)\n`);
  expect(pulled.stdout).toContain(`  ${upper}_CRM_AUTHORIZATION (the header authorization)\n`);
  expect(pulled.stdout).toMatch(
    /Left out, because these webhooks have no name:\n {2}wh_\w+ \(https:\/\/unnamed\.example\/in\)\n/,
  );
  const text = readFileSync(file, 'utf8');
  expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./forms.schema.json');
  expect(text).not.toContain('secret"');
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(
    JSON.parse(readFileSync(join(folder, 'forms.schema.json'), 'utf8')),
  );
  expect([validate(parse(text)), validate.errors]).toEqual([true, null]);
  expect(validate({ version: 1, forms: { contact: { nmae: 'x' } } })).toBe(false);

  expect(await forms('plan')).toMatchObject({ code: 1, stderr: expect.stringContaining('which is not set') });
  process.env[`${upper}_TURNSTILE_SECRET`] = 'turnstile-secret';
  process.env[`${upper}_CRM_AUTHORIZATION`] = 'Bearer another';
  expect(await forms('plan')).toMatchObject({ code: 0, stderr: '' });
  const first = readFileSync(file);
  expect((await forms('pull')).code).toBe(0);
  expect(readFileSync(file)).toEqual(first);
});

it('refuses a file before anything is sent, with the place of each mistake', async () => {
  write(`version: 1\nforms:\n  ${own('contact')}:\n    nmae: Contact\n    redirect_url: "\${GONE}"\n`);
  const missing = `${file}:5:19: forms.${own('contact')}.redirect_url needs the environment variable GONE, which is not set\n`;
  for (const command of ['plan', 'drift', 'apply'])
    expect(await forms(command)).toEqual({ code: 1, stdout: '', stderr: missing });
  write(`version: 1\nforms:\n  ${own('contact')}:\n    nmae: Contact\n`);
  expect(await forms('plan')).toEqual({
    code: 1,
    stdout: '',
    stderr: `${file}:4:5: forms.${own('contact')}.nmae is not a known name (did you mean "name"?)\n`,
  });
  expect(await forms('plan', '--nonsense')).toMatchObject({ code: 1 });
  expect(await forms('plan', '--url', 'http://127.0.0.1:1', '--key', 'x')).toMatchObject({ code: 1 });
});

it('never prints the value of a variable, even if the service or an error repeats it', async () => {
  process.env['CRM_PATH'] = 'hidden-path';
  const slug = own('hidden');
  const hook = (url: string) =>
    write(`version: 1\nforms:\n  ${slug}:\n    webhooks: { crm: { url: "${url}" } }\n`);
  write(`version: 1\nforms: { ${slug}: { name: Hidden } }\n`);
  expect((await forms('apply', '--yes')).code).toBe(0);
  hook('https://crm.example.com/\${CRM_PATH}');
  const ended = [await forms('plan'), await forms('plan', '--json'), await forms('apply', '--yes')];
  expect(ended.map(({ code }) => code)).toEqual([2, 2, 0]);
  hook('ftp://crm.example.com/\${CRM_PATH}');
  ended.push(await forms('apply', '--yes'));
  expect(ended.at(-1)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${slug}.webhooks.crm.url can't be used.`),
  });
  process.env['CRM_PATH'] = 'another-path';
  hook('https://crm.example.com/\${CRM_PATH}');
  ended.push(await forms('drift', '--json'));
  expect(ended.slice(3).map(({ code }) => code)).toEqual([1, 2]);
  expect(JSON.stringify(ended)).not.toMatch(/hidden-path|another-path/);
});

it('finishes with one form and one webhook when two applies run at once', async () => {
  const slug = own('twice');
  write(
    `version: 1\nforms:\n  ${slug}: { name: Twice, webhooks: { crm: { url: "https://crm.example.com/in" } } }\n`,
  );
  const codes = (await Promise.all([forms('apply', '--yes'), forms('apply', '--yes')])).map(
    ({ code }) => code,
  );
  expect(codes.every((code) => code === 0 || code === 3)).toBe(true);
  expect((await forms('apply', '--yes')).code).toBe(0);
  expect(await forms('plan')).toMatchObject({ code: 0 });
  const { body } = await service.manage('GET', '/v1/forms?limit=100');
  expect(body.data.filter((form: { slug: string }) => form.slug === slug)).toHaveLength(1);
  expect(await webhooksOf('twice')).toHaveLength(1);
});

describe('the page "Forms as code" and its example', () => {
  const PAGE = 'docs/operating/forms-as-code.md';
  const EXAMPLE = 'docs/examples/forms-as-code';
  /** The example's file, with a slug that no other account uses. */
  const siteFile = (slug = 'site'): string =>
    readFileSync(join(ROOT, EXAMPLE, 'forms.yaml'), 'utf8').replace('contact:', `${own(slug)}:`);

  it('leads from the first pull to an applied file, with its commands as written', async () => {
    process.env['CRM_TOKEN'] = 'Bearer crm-secret';
    const commands = blocksIn(PAGE, 'sh').flatMap((block) => operatorCommandsIn(block));
    expect(commands.map(({ line }) => line.trim())).toEqual([
      'npx svc-forms pull -f forms.yaml',
      'npx svc-forms plan -f forms.yaml',
      'npx svc-forms apply -f forms.yaml --yes',
    ]);
    const codes: number[] = [];
    for (const { program, args } of commands) {
      const given = args.map((arg) => (arg === 'forms.yaml' ? file : arg));
      if (program === 'pull') rmSync(file);
      if (program === 'plan') write(siteFile());
      codes.push((await operatorIn(folder, formsProgram)(program, ...given, '--local')).code);
    }
    expect(codes).toEqual([0, 2, 0]);
    expect(await formOf('site')).toMatchObject({ name: 'Contact', status: 'live', managed_by: 'forms.yaml' });
    expect(await forms('drift')).toMatchObject({ code: 0 });
  });

  it('has a workflow that comments the plan, and applies the file on main', async () => {
    const repository = join(folder, 'repository');
    cpSync(join(ROOT, EXAMPLE), repository, { recursive: true });
    writeFileSync(join(repository, 'forms.yaml'), siteFile('workflow'));
    const workflow = readFileSync(join(repository, '.github/workflows/forms.yml'), 'utf8');
    const { env, jobs } = parse(workflow);
    // In this test, the commands run from the source code, and the comment is written to a file.
    const prelude = `
      npm() { [ "$*" = ci ]; }
      npx() { shift; '${process.execPath}' '${join(ROOT, 'cli/run-svc-forms.ts')}' "$@"; }
      gh() { echo "$@" > gh.txt; }
    `;
    const runJob = async (name: 'plan' | 'apply'): Promise<void> => {
      const secrets = (text: string): string =>
        text
          .replace(/\$\{\{ secrets\.SVC_FORMS(?:_READ)?_KEY \}\}/, service.outputs.management_key)
          .replace('${{ secrets.CRM_TOKEN }}', 'Bearer crm-secret');
      const variables = Object.entries({ ...env, ...jobs[name].env, SVC_FORMS_URL: service.baseUrl }).map(
        ([key, value]) => [key, secrets(String(value))],
      );
      const steps: { run?: string }[] = jobs[name].steps;
      for (const { run = '' } of steps)
        await execFileAsync('bash', ['-e', '-c', prelude + run.replaceAll(/\$\{\{.*?\}\}/g, '7')], {
          cwd: repository,
          env: { PATH: process.env['PATH'], ...Object.fromEntries(variables) },
        });
    };
    await runJob('plan');
    const comment = readFileSync(join(repository, 'comment.md'), 'utf8').split('\n');
    expect(comment).toContain(`    + ${own('workflow')}`);
    expect(comment).toContain('        headers.authorization: (secret)');
    expect(readFileSync(join(repository, 'gh.txt'), 'utf8')).toBe(
      'pr comment 7 --edit-last --create-if-none --body-file comment.md\n',
    );
    expect((await formOf('workflow')).status).toBe(404);
    await runJob('apply');
    expect(await formOf('workflow')).toMatchObject({ name: 'Contact', managed_by: 'forms.yaml' });
    await runJob('plan');
    expect(readFileSync(join(repository, 'comment.md'), 'utf8')).toContain('    Nothing to do.');
  }, 60_000);

  it('has a CDK stack that applies the file to this service', async () => {
    write(siteFile().replace('name: Contact', 'name: Deployed'));
    mkdirSync(join(folder, 'code'));
    class OnThisMachine extends FormsAsCode {
      constructor(scope: Construct, id: string, props: FormsAsCodeProps) {
        const bundles = new Map([['forms-as-code/apply-forms-file', join(folder, 'code')]]);
        super(scope, id, { ...props, file: join(folder, props.file), bundles });
      }
    }
    const outdir = join(folder, 'cdk.out');
    class AppHere extends App {
      constructor() {
        super({ outdir });
      }
    }
    const app = readFileSync(join(ROOT, EXAMPLE, 'cdk/app.ts'), 'utf8');
    const code = `${app.replaceAll(/^import .*;$/gm, '')}; app.synth();`;
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- The code is the documentation's.
    new Function('App', 'Stack', 'Secret', 'FormsAsCode', code)(AppHere, Stack, Secret, OnThisMachine);
    const { Resources } = JSON.parse(readFileSync(join(outdir, 'website-forms.template.json'), 'utf8'));
    const { Properties } = Object.values<any>(Resources).find(({ Type }) => Type === 'Custom::FormsAsCode');
    expect(Properties).toMatchObject({ Url: 'https://forms.example.com', AllowDelete: [] });

    const handle = applyFormsFile({
      readFile: () => Promise.resolve(readFileSync(file, 'utf8')),
      readSecret: (arn) =>
        Promise.resolve({
          value: arn === 'key' ? service.outputs.management_key : 'Bearer crm',
          storedAt: 0,
        }),
      connect: formsApiClient,
    });
    const answered = Promise.withResolvers<any>();
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        response.end();
        answered.resolve(body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await handle({
      RequestType: 'Create',
      ResponseURL: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
      StackId: 'stack',
      RequestId: 'one',
      LogicalResourceId: 'Forms',
      ResourceProperties: {
        ...Properties,
        Url: service.baseUrl,
        KeyArn: 'key',
        Secrets: { CRM_TOKEN: 'token' },
      },
    });
    expect(await answered.promise).toMatchObject({
      Status: 'SUCCESS',
      Data: { Created: '0', Changed: '1', Deleted: '0' },
    });
    server.close();
    expect((await formOf('site')).name).toBe('Deployed');
  });
});
