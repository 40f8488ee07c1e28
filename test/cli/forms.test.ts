/** Tests `svc-forms pull`, `plan`, `apply` and `drift` with a running service. */
import { Ajv } from 'ajv';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { formsProgram } from '../../cli/forms/forms-program.ts';
import { operatorIn } from '../support/service/operator.ts';
import type { ServiceUnderTest } from '../support/service/service.ts';
import { sharedServiceAccount } from '../support/service/shared-service.ts';

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
/** Slugs belong to all accounts of the service. */
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
  expect(ended.at(-1)).toMatchObject({ code: 1, stderr: expect.stringContaining(`${slug}.webhooks.crm: `) });
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
