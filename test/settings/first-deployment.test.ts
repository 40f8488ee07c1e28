/**
 * Tests how a stack protects its data, and which protections are off during the first deployment so that a
 * failed deployment can be repeated.
 */
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdgeStack } from '../../lib/edge/edge-stack.ts';
import { FormServiceStack } from '../../lib/form-service-stack.ts';
import { FormService } from '../../lib/form-service.ts';
import { testContext } from '../support/assembly/test-context.ts';
import { stageSettings, WrongSetting, type FormServiceSettings } from '../../lib/settings/stage-settings.ts';
import { EVERYTHING_ON } from '../support/assembly/everything-on.ts';
import { signInOf } from '../../lib/sign-in/stage-issuer.ts';
import { templateWith, type StageTemplate } from '../support/assembly/templates.ts';

let code: string;
let bundles: ReadonlyMap<string, string>;
beforeAll(() => {
  code = mkdtempSync(join(tmpdir(), 'svc-test-code-'));
  writeFileSync(join(code, 'index.mjs'), '');
  bundles = { get: () => code } as unknown as ReadonlyMap<string, string>;
});
afterAll(() => rmSync(code, { recursive: true }));

const MAIL = { 'svc:mailSender': 'Forms <forms@example.com>' };
const FIRST = { 'svc:firstDeploy': 'true' };
const KEEPING = { ...EVERYTHING_ON, 'svc:deleteDataWithStack': false };

/** Returns the logical ids of the tables and user pools that are protected from deletion. */
const protectedIn = ({ Resources }: StageTemplate): string[] =>
  Object.entries(Resources)
    .filter(
      ([, { Properties = {} }]) =>
        Properties['DeletionProtection'] === 'ACTIVE' ||
        Properties['Replicas']?.some((replica: any) => replica.DeletionProtectionEnabled === true),
    )
    .map(([id]) => id);

function appWith(context: Record<string, unknown>): App {
  return new App({ treeMetadata: false, context: { ...testContext, ...context } });
}

function stackWith(context: Record<string, unknown>): FormServiceStack {
  const app = appWith(context);
  return new FormServiceStack(app, 'svc-forms', { settings: stageSettings(app.node), bundles });
}

const warningsOf = (stack: Stack): unknown[] =>
  stack.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === 'aws:cdk:warning')
    .map(({ data }) => data);

it('protects all 25 tables and the user pool from deletion by default', () => {
  const found = protectedIn(templateWith(MAIL));
  expect(found).toHaveLength(26);
  expect(found.filter((id) => /^Storage\w+Table/.test(id))).toHaveLength(25);
});

it('leaves them all unprotected during the first deployment and prints a warning', () => {
  expect(protectedIn(templateWith({ ...MAIL, ...FIRST }))).toEqual([]);
  const stack = stackWith({ ...MAIL, ...FIRST });
  expect(stack.terminationProtection).toBe(false);
  expect(warningsOf(stack)).toEqual([
    expect.stringContaining('Deploy again without it when this deployment has succeeded'),
  ]);
});

it('changes nothing else between the first deployment and the next one', () => {
  const [first, next] = [{ ...MAIL, ...FIRST }, MAIL].map((context) =>
    JSON.stringify(templateWith(context))
      .replaceAll('"DeletionProtectionEnabled":false', '"DeletionProtectionEnabled":true')
      .replaceAll('"DeletionProtection":"INACTIVE"', '"DeletionProtection":"ACTIVE"'),
  );
  expect(first).toBe(next);
});

it('deletes every retained resource again if the deployment that creates it fails', () => {
  const policies = Object.values(templateWith(KEEPING).Resources)
    .filter(({ DeletionPolicy = '' }) => DeletionPolicy.startsWith('Retain'))
    .map(({ Type, DeletionPolicy, UpdateReplacePolicy }) => [Type, DeletionPolicy, UpdateReplacePolicy]);
  const kept = (type: string) => [type, 'RetainExceptOnCreate', 'Retain'];
  const countOf = (type: string) => policies.filter(([each]) => each === type).length;
  expect(policies).toEqual(policies.map(([type = '']) => kept(type)));
  expect(countOf('AWS::DynamoDB::GlobalTable')).toBe(25);
  expect(countOf('AWS::Cognito::UserPool')).toBe(1);
  expect(countOf('AWS::S3::Bucket')).toBeGreaterThan(5);
});

it("also turns off the edge stack's termination protection", () => {
  const edge = (context: Record<string, unknown>) => new EdgeStack(appWith(context), 'edge');
  expect(edge({}).terminationProtection).toBe(true);
  expect(edge(FIRST).terminationProtection).toBe(false);
});

it("reads the context in a team's own app", () => {
  const stack = new Stack(appWith(FIRST), 'website');
  new FormService(stack, 'Forms', { settings: { mailSender: 'forms@example.com' }, bundles });
  expect(protectedIn(Template.fromStack(stack).toJSON() as StageTemplate)).toEqual([]);
});

it('refuses any other context value', () => {
  expect(() => stackWith({ 'svc:firstDeploy': 'yes' })).toThrow(WrongSetting);
  expect(() => stackWith({ 'svc:firstDeploy': 'yes' })).toThrow('must be true or false');
});

describe('signing in', () => {
  const NOBODY = expect.stringContaining('Nobody can sign in to the console of stage');

  it.each([
    ['without a mail sender and an issuer', {}, [NOBODY]],
    ['with a mail sender', MAIL, []],
    ['with an issuer', { 'svc:oidc': { issuer: 'https://login.example.com', clientId: 'a' } }, []],
    ['without a console', { 'svc:console': false }, []],
  ])('prints a warning only if nobody can sign in: %s', (_, context, warnings) => {
    const app = appWith(context);
    const stack = new Stack(app, 'svc-forms');
    signInOf(stack, stageSettings(app.node), 'https://forms.example.com');
    expect(warningsOf(stack)).toEqual(warnings);
  });
});

describe('a stack in a known region', () => {
  const inRegion = (region: string, settings: FormServiceSettings) => () =>
    new FormServiceStack(appWith({}), 'svc-forms', {
      settings,
      bundles,
      env: { account: '111122223333', region },
    });
  const domain = (region: string) => ({
    name: 'forms.example.com',
    certificateArn: `arn:aws:acm:${region}:111122223333:certificate/12345678-1234-1234-1234-123456789012`,
  });
  const alarmTopicArn = 'arn:aws:sns:eu-west-1:111122223333:on-call';
  const mailIdentityArns = ['arn:aws:ses:eu-west-1:111122223333:identity/example.com'];

  it('refuses a certificate, topic, and identity in another region and reports all three at once', () => {
    const found = inRegion('eu-central-1', { domain: domain('us-east-1'), alarmTopicArn, mailIdentityArns });
    for (const setting of ['domain.certificateArn', 'alarmTopicArn', 'mailIdentityArns'])
      expect(found).toThrow(`Invalid setting "${setting}": `);
    expect(found).toThrow('is in eu-west-1, but the stack is deployed to eu-central-1');
  });

  it('accepts a certificate, topic, and identity in its own region', () => {
    expect(
      inRegion('eu-west-1', { domain: domain('eu-west-1'), alarmTopicArn, mailIdentityArns }),
    ).not.toThrow();
  });
});
