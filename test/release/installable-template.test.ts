/**
 * Tests that the installable template has the same resources as the CDK app with the same settings, and that
 * the service runs from it. The expectations are templates that CDK synthesizes with the real values instead
 * of placeholders.
 *
 * By default, this compares some combinations of options. `SVC_ALL_COMBINATIONS=1` compares all of them,
 * which takes several minutes.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountMembers } from '../../cli/account/account-members.ts';
import { serviceAt } from '../../cli/service-connection.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { formReader } from '../../lambdas/forms/form-store.ts';
import { keptBundles } from '../../lib/bundling/kept-bundles.ts';
import { MAX_TEMPLATE_BYTES } from '../../lib/release/template/installable-template.ts';
import { combinationsOf, OPTIONS, type Option, type Values } from '../../lib/release/template/options.ts';
import { mergedCombinations, synthesizeStack } from '../../lib/release/template/variants.ts';
import { makeTemplate } from '../../lib/release/template/write-template.ts';
import { untilMails } from '../support/receivers/mail-folder.ts';
import { installRelease, type InstalledService } from '../support/release/installed-service.ts';
import { resolveTemplate } from '../support/release/resolve-template.ts';

const VALUES: Values = {
  stage: 'prod',
  mailSenderName: 'Team Forms',
  mailSender: 'forms@mail.example.com',
  oidcIssuer: 'https://login.example.com/tenant',
  oidcClientId: 'client-4711',
  oidcTrustEmail: false,
  domainName: 'forms.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012',
  hostedZoneId: 'Z0123456789ABCDEFGHIJ',
  alarmEmail: 'ops@example.com',
  ownerEmail: 'ada@example.com',
  logRetentionDays: 90,
  spamRetentionDays: 7,
};

/** The parameters that turn on an option. */
const PARAMETERS: Readonly<Record<Option, Record<string, string>>> = {
  HasMailSender: { MailSender: VALUES.mailSender, MailSenderName: VALUES.mailSenderName },
  HasOidc: { OidcIssuer: VALUES.oidcIssuer, OidcClientId: VALUES.oidcClientId },
  HasDomain: { DomainName: VALUES.domainName, CertificateArn: VALUES.certificateArn },
  HasHostedZone: { HostedZoneId: VALUES.hostedZoneId },
  HasLargePosts: { LargePosts: 'true' },
  HasAlarmEmail: { AlarmEmail: VALUES.alarmEmail },
  HasCanary: { Canary: 'on' },
  HasOwner: { OwnerEmail: VALUES.ownerEmail },
  IsProtected: { DeletionProtection: 'true' },
};

const all = combinationsOf(OPTIONS);
const merged = new Set(mergedCombinations().map(nameOf));
/** Combinations that the template isn't merged from, chosen to differ as much as possible. */
const others = all.filter((on) => !merged.has(nameOf(on)));
const compared =
  process.env['SVC_ALL_COMBINATIONS'] === '1' ? all : others.filter((_, index) => index % 41 === 11);

let folder: string;
let template: any;
let assets: Buffer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-test-install-'));
  mkdirSync(join(folder, 'code'));
  writeFileSync(join(folder, 'code/index.mjs'), '');
  ({ template, assets } = await makeTemplate(await keptBundles()));
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it(`fits into CloudFormation's limit for templates`, () => {
  const bytes = Buffer.byteLength(JSON.stringify(template));
  process.stdout.write(`Installable template: ${bytes} of ${MAX_TEMPLATE_BYTES} bytes\n`);
  expect(bytes).toBeLessThan(0.8 * MAX_TEMPLATE_BYTES);
  expect(Object.keys(template.Resources).length).toBeLessThan(450);
});

it.each(compared.map((on) => [[...on].join(' + ') || 'no options', on] as const))(
  'has the same resources as the CDK app with %s',
  (_, on) => {
    expect(withoutDigests(installed(on, VALUES))).toEqual(withoutDigests(synthesized(on, VALUES)));
  },
  120_000,
);

it('has the same resources as the CDK app on another stage, except for hashes of the stage name', () => {
  const on = new Set<Option>(OPTIONS.filter((option) => option !== 'HasOidc'));
  const values = { ...VALUES, stage: 'my-stage' };
  const [expected, actual] = [synthesized(on, values), installed(on, values)]
    .map(withoutDigests)
    .map(withoutHashes);
  expect(actual).toEqual(expected);
}, 120_000);

it('has a canary only on the prod stage unless a parameter overrides this', () => {
  const hasCanary = (given: Record<string, string>): boolean =>
    'CanaryFunction' in resolveTemplate(template, given)['Outputs'];
  expect(hasCanary({})).toBe(true);
  expect(hasCanary({ Stage: 'test' })).toBe(false);
  expect(hasCanary({ Canary: 'off' })).toBe(false);
  expect(hasCanary({ Stage: 'test', Canary: 'on' })).toBe(true);
});

it("trusts an issuer's e-mail addresses only if a parameter allows it", () => {
  const trusts = (given: Record<string, string>): unknown[] =>
    Object.values<any>(resolveTemplate(template, { ...PARAMETERS.HasOidc, ...given })['Resources']).flatMap(
      ({ Properties }) => Properties?.Environment?.Variables?.OIDC_TRUST_EMAIL ?? [],
    );
  expect(new Set(trusts({}))).toEqual(new Set(['false']));
  expect(new Set(trusts({ OidcTrustEmail: 'true' }))).toEqual(new Set(['true']));
  const ofUserPool = { OidcTrustEmail: 'true', OidcIssuer: '', ...PARAMETERS.HasMailSender };
  expect(new Set(trusts(ofUserPool))).toEqual(new Set(['false']));
});

// CloudFormation's documentation doesn't say how it handles a dependency on a resource if the resource's
// condition isn't met.
it('has no dependency on a resource that may be missing', () => {
  for (const { DependsOn = [], Condition } of Object.values<any>(template.Resources))
    for (const id of [DependsOn].flat())
      expect([undefined, Condition]).toContain(template.Resources[id].Condition);
});

describe('the service deployed from the template', () => {
  const parameters = {
    MailSender: 'forms@example.com',
    // Nobody signs in here, so nothing connects to the issuer.
    OidcIssuer: 'https://login.example.com',
    OidcClientId: 'forms',
    Canary: 'off',
    OwnerEmail: 'ada@example.com',
  };
  let service: InstalledService;
  beforeAll(async () => {
    service = await installRelease({ template, assets }, parameters);
  }, 120_000);
  afterAll(() => service.stop());

  const accountOf = ({ stack }: InstalledService): string =>
    new URL(stack.outputs['OwnerSignInUrl'] ?? '').searchParams.get('account') ?? '';
  const connection = () =>
    serviceAt(
      { dynamodb: service.stack.endpoints.dynamodb, sqs: service.stack.endpoints.sqs },
      service.stack.outputs,
    );
  const mailsTo = (address: string, count = 1) =>
    untilMails(join(service.folder, 'mail'), count, ({ to }) => to?.[0]?.address === address);
  const members = () => accountMembers(connection(), Date.now, systemRandom).list(accountOf(service));

  it("has the owner's account and has sent the invitation", async () => {
    expect(service.downloads()).toBe(1);
    expect(service.stack.outputs['OwnerSignInUrl']).toBe(
      `${service.url}/console/sign-in?account=${accountOf(service)}`,
    );
    expect(await members()).toMatchObject([{ email: 'ada@example.com', role: 'owner', status: 'invited' }]);
    const [email] = await mailsTo('ada@example.com');
    expect(email?.text).toContain(service.stack.outputs['OwnerSignInUrl']);
  }, 60_000);

  it('stores a submission to the first form and notifies the owner', async () => {
    const form = await fetch(`${service.url}/v1/f/contact`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ name: 'Grace', email: 'grace@example.com' }),
    });
    expect(form.status).toBe(201);
    const [, notification] = await mailsTo('ada@example.com', 2);
    expect(notification?.text).toContain('grace@example.com');
  }, 60_000);

  it('keeps its data and invites another owner when the stack is updated', async () => {
    await service.restart({ ...parameters, OwnerEmail: 'bob@example.com' });
    // The assets are already in the stack's bucket.
    expect(service.downloads()).toBe(1);
    expect((await members()).map(({ email }) => email).toSorted()).toEqual([
      'ada@example.com',
      'bob@example.com',
    ]);
    await mailsTo('bob@example.com');
    const { db, tables } = connection();
    const { rows } = await formReader(db, tables.forms).list(accountOf(service), 10, undefined);
    expect(rows.map(({ slug }) => slug)).toEqual(['contact']);
  }, 60_000);
});

it("doesn't start the service if the file of assets is incomplete", async () => {
  const incomplete = { template, assets: assets.subarray(0, 1000) };
  await expect(installRelease(incomplete, { Canary: 'off' })).rejects.toThrow(
    `assets.zip is incomplete: it has 1000 of ${assets.length} bytes. Upload it again.`,
  );
}, 120_000);

function installed(on: ReadonlySet<Option>, values: Values): any {
  const given = Object.assign({ Canary: 'off' }, ...[...on].map((option) => PARAMETERS[option]));
  const resolved = resolveTemplate(template, {
    Stage: values.stage,
    LogRetentionDays: values.logRetentionDays,
    // In a variable, CloudFormation converts the number to a string.
    SpamRetentionDays: String(values.spamRetentionDays),
    ...given,
  });
  const ofApp = Object.entries<any>(resolved['Resources']).filter(([id]) => !id.startsWith('StagedAssets'));
  // This parameter is also the value of a property, which is a number.
  for (const variables of ofApp.map(([, { Properties }]) => Properties?.Environment?.Variables ?? {}))
    if ('LOG_RETENTION_DAYS' in variables)
      variables.LOG_RETENTION_DAYS = String(variables.LOG_RETENTION_DAYS);
  return { ...resolved, Resources: Object.fromEntries(ofApp) };
}

/**
 * Returns the template that CDK synthesizes. Joins its strings in the same way as the installable template,
 * so that they can be compared.
 */
function synthesized(on: ReadonlySet<Option>, values: Values): any {
  const { Resources, Outputs } = synthesizeStack(on, values, bundles(), join(folder, 'expected'));
  const assets = JSON.stringify({ Resources, Outputs, Conditions: {}, Parameters: {} })
    .replaceAll('"placeholder-assets"', '{"Fn::GetAtt":["StagedAssets","Bucket"]}')
    .replaceAll('":s3:::placeholder-assets/*"', '{"Fn::Sub":":s3:::${StagedAssets.Bucket}/*"}');
  return resolveTemplate(JSON.parse(assets), {});
}

/** Removes the digests of the functions' code, because the other template is synthesized without code. */
function withoutDigests(template: any): any {
  return JSON.parse(JSON.stringify(template).replaceAll(/[0-9a-f]{64}/g, 'digest'));
}

/** Removes the hashes that CDK derives from the stack's name, and from names that contain it. */
function withoutHashes(template: any): any {
  const text = JSON.stringify(template)
    .replaceAll(/(svcformsmystage[A-Za-z]+?\d?)[0-9A-F]{8,9}(?![0-9A-F])/g, '$1')
    .replaceAll(/(PostFrontFunctionCodeCopy|CustomS3ObjectCopy)\w+/g, '$1');
  return JSON.parse(text);
}

/** Uses empty bundles, because the template doesn't depend on the code. */
function bundles(): ReadonlyMap<string, string> {
  return { get: () => join(folder, 'code') } as unknown as ReadonlyMap<string, string>;
}

function nameOf(on: ReadonlySet<string>): string {
  return [...on].toSorted().join();
}
