/** Tests `svc.json`, the file with the settings of all stages. */
import { jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeApp } from '../../lib/make-app.ts';
import { settingExamples } from '../../lib/settings/setting-examples.ts';
import { readSettingsFile, settingsBeside } from '../../lib/settings/settings-file.ts';
import { settingsOf, WrongSetting } from '../../lib/settings/stage-settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-test-settings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes the file and returns the settings that a deployment would use. */
function settingsIn(content: unknown, given: Record<string, unknown> = {}) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'svc.json'), text);
  return settingsOf(given, readSettingsFile(folder));
}

/** Returns the lines of the error that the file causes. */
function issuesIn(content: unknown, given?: Record<string, unknown>): string[] {
  try {
    settingsIn(content, given);
  } catch (error) {
    if (error instanceof WrongSetting) return error.message.split('\n');
    throw error;
  }
  throw new Error('The settings were accepted.');
}

const FILE = { prod: { spamRetentionDays: 7, tracing: true }, test: { spamRetentionDays: 1 } };

it('has one section per stage and uses the section of the deployed stage', () => {
  expect(settingsIn(FILE)).toMatchObject({ stage: 'prod', spamRetentionDays: 7, tracing: true });
  expect(settingsIn(FILE, { stage: 'test' })).toMatchObject({
    stage: 'test',
    spamRetentionDays: 1,
    tracing: false,
  });
});

it('can be overridden on the command line, which prints the names of these settings but not their values', () => {
  const given = { stage: 'prod', spamRetentionDays: 14, autoresponsesPerFormAndDay: 7 };
  expect(settingsIn(FILE, given)).toMatchObject({ spamRetentionDays: 14, tracing: true });
  expect(settingsBeside(FILE, given)).toBe(
    'Settings for stage "prod" from -c or cdk.json: ' +
      'svc:spamRetentionDays (replaces the value in svc.json), svc:autoresponsesPerFormAndDay (not in svc.json)',
  );
  expect(settingsBeside(FILE, { stage: 'test' })).toBeUndefined();
});

it('includes an example that can be copied', () => {
  const example = readFileSync(join(import.meta.dirname, '../../svc.example.json'), 'utf8');
  const stages = Object.keys(JSON.parse(example) as object);
  expect(stages).toEqual(['prod', 'test']);
  for (const stage of stages) expect(settingsIn(example, { stage })).toMatchObject({ stage });
});

it('is explained in docs/operating, including every setting', () => {
  const manual = ['settings', 'deploy']
    .map((page) => readFileSync(join(import.meta.dirname, `../../docs/operating/${page}.md`), 'utf8'))
    .join('\n');
  const listed = Array.from(manual.matchAll(/^\| `(\w+)` +\|/gm), ([, name]) => name);
  expect(listed).toEqual(expect.arrayContaining(Object.keys(settingExamples)));
  const [section = ''] = /"prod": \{\n[^}]+\},\n +"test": \{[^}]*\}/.exec(manual) ?? [];
  expect(settingsIn(`{${section}}`)).toMatchObject({ alarmEmail: 'ops@example.com' });
});

it('is checked before anything is bundled', async () => {
  const bundle = jest.fn(() => Promise.reject(new Error('bundled')));
  const file = { prod: { spamRetentionDays: 400 } };
  await expect(makeApp({}, folder, bundle, file)).rejects.toThrow('Invalid setting "spamRetentionDays"');
  expect(bundle).not.toHaveBeenCalled();
});

it('makes the CDK app print its errors without a stack trace', async () => {
  writeFileSync(join(folder, 'svc.json'), '{ "prod": { "mailSendr": "forms@example.com" } }');
  const root = join(import.meta.dirname, '../..');
  const app = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'bin/app.ts')];
  const child = spawn(process.execPath, app, { cwd: folder, env: { ...process.env, NODE_OPTIONS: '' } });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  expect({ stdout, stderr, code }).toEqual({
    stdout: '',
    stderr: 'Unknown setting "mailSendr". Did you mean "mailSender"?\n',
    code: 1,
  });
});

it('is optional', () => {
  expect(readSettingsFile(folder)).toBeUndefined();
  expect(settingsOf({}, undefined)).toMatchObject({ stage: 'prod', spamRetentionDays: 30 });
});

it('reports all wrong settings at once, each with its name, value, reason, and an example', () => {
  const section = {
    spamRetentionDays: 400,
    mailSendr: 'forms@example.com',
    'svc:hsts': {},
    colour: 'red',
    edge: 'yes',
    oidc: { issuer: 'http://login.example.com', clientId: 'a' },
  };
  expect(issuesIn({ prod: section }, { canary: { everyMinutes: 0 } })).toEqual([
    'Invalid setting "spamRetentionDays": must be at most 365. It is 400. Example: "spamRetentionDays": 30',
    'Invalid setting "oidc.issuer": must be an https URL without a query, for example https://login.example.com. ' +
      'It is "http://login.example.com".',
    'Invalid setting "edge": must be true or false, for example false. It is "yes".',
    'Invalid setting "svc:canary.everyMinutes": must be at least 1. It is 0. Example: "svc:canary": {"everyMinutes":5}',
    'Unknown setting "mailSendr". Did you mean "mailSender"?',
    'Unknown setting "svc:hsts". Did you mean "hsts"?',
    'Unknown setting "colour". See "Stage settings" in docs/operating/settings.md.',
  ]);
});

it('never prints the value of a secret', () => {
  const secret = 'too-short-secret';
  const issues = issuesIn({ prod: { edge: true, edgeSecrets: [secret] } });
  expect(issues).toHaveLength(1);
  expect(issues[0]).toMatch(/^Invalid setting "edgeSecrets/);
  expect(issues[0]).not.toContain(secret);
});

it.each([
  ['{ "prod": ', /^svc\.json is not valid JSON: .*Example: \{ "prod": /],
  ['[]', /^svc\.json must be an object with one section per stage\. Example: /],
  ['{ "prod": true }', /^svc\.json: "prod" must be an object with the settings of this stage\. Example: /],
  ['{ "prod": { "stage": "test" } }', /^svc\.json: "prod\.stage" is not needed/],
  [
    '{ "prd": {} }',
    /^svc\.json has no stage "prod"\. Did you mean "prd"\? The file has "prd"\. To add the stage, add "prod": \{\}\.$/,
  ],
])('refuses the file %s with a one-sentence error', (text, message) => {
  const issues = issuesIn(text);
  expect(issues).toHaveLength(1);
  expect(issues[0]).toMatch(message);
});

it("refuses a section whose name isn't a valid stage name", () => {
  const [issue] = issuesIn({ 'Prod EU': {} }, { stage: 'Prod EU' });
  expect(issue).toMatch(/^Invalid setting "svc:stage": .* It is "Prod EU"\. Example: "svc:stage": "prod"$/);
});

it.each(Object.entries(settingExamples))('has a valid example of %s', (name, example) => {
  const needed = { edge: true, alarmEmail: 'ops@example.com', mailSender: 'forms@example.com' };
  expect(() => settingsOf({ ...needed, [name]: example })).not.toThrow();
});

it.each(['aws-eu', 'laws', 'amazon', 'my-cognito'])(
  'requires a sign-in domain for the stage %s, because Cognito would refuse the default',
  (stage) => {
    const file = (section: object) => ({ [stage]: { mailSender: 'forms@example.com', ...section } });
    expect(issuesIn(file({}), { stage })).toEqual([
      `Invalid setting "signInDomainPrefix": must be set for the stage "${stage}", because Cognito refuses the ` +
        `default svc-forms-${stage}-<account id>: it contains "aws", "amazon" or "cognito". ` +
        'Example: "signInDomainPrefix": "acme-forms"',
    ]);
    for (const section of [{ signInDomainPrefix: 'acme-forms' }, { console: false }])
      expect(settingsIn(file(section), { stage })).toMatchObject({ stage });
  },
);

it.each([
  [{ ownerEmail: 'ada' }, 'must be an e-mail address, for example ada@example.com. It is "ada".'],
  [
    { ownerEmail: 'ada@example.com', mailSender: undefined },
    'needs "mailSender" or "oidc", so that the owner can sign in. It is "ada@example.com". Example: "ownerEmail": "ada@example.com"',
  ],
  [
    { ownerEmail: 'ada@example.com', console: false },
    'needs "console", where the owner signs in. It is "ada@example.com". Example: "ownerEmail": "ada@example.com"',
  ],
])("refuses an owner who couldn't be invited or couldn't sign in: %j", (section, reason) => {
  const file = { prod: { mailSender: 'forms@example.com', ...section } };
  expect(issuesIn(JSON.stringify(file))).toEqual([`Invalid setting "ownerEmail": ${reason}`]);
});
