/**
 * Tests what teams require of every stack in their account: tags, a permissions boundary, and termination
 * protection in production.
 */
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testContext } from '../../support/assembly/test-context.ts';
import { FormServiceStack } from '../../../lib/form-service-stack.ts';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { EVERYTHING_ON } from '../../support/assembly/everything-on.ts';

let code: string;
beforeAll(() => {
  code = mkdtempSync(join(tmpdir(), 'svc-test-code-'));
  writeFileSync(join(code, 'index.mjs'), '');
});
afterAll(() => rmSync(code, { recursive: true }));

const BOUNDARY = 'arn:aws:iam::123456789012:policy/developers/boundary';

interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, any>;
}

function stackWith(context: Record<string, unknown>) {
  const app = new App({ context: { ...testContext, ...context } });
  const bundles = { get: () => code } as unknown as ReadonlyMap<string, string>;
  const stack = new FormServiceStack(app, 'svc-forms', { settings: stageSettings(app.node), bundles });
  const resources = Object.values<Resource>(Template.fromStack(stack).toJSON()['Resources']);
  return { stack, ofType: (type: string) => resources.filter(({ Type }) => Type === type) };
}

it('adds the tags to every function, role, table, queue, and bucket', () => {
  const { ofType } = stackWith({ 'svc:tags': { team: 'web' } });
  const tag = { Key: 'team', Value: 'web' };
  for (const type of ['AWS::Lambda::Function', 'AWS::IAM::Role', 'AWS::SQS::Queue', 'AWS::S3::Bucket']) {
    const found = ofType(type);
    expect(found.length).toBeGreaterThan(1);
    for (const { Properties } of found) expect(Properties?.['Tags']).toContainEqual(tag);
  }
  const tables = ofType('AWS::DynamoDB::GlobalTable');
  expect(tables.length).toBeGreaterThan(10);
  for (const { Properties } of tables)
    for (const replica of Properties?.['Replicas']) expect(replica.Tags).toContainEqual(tag);
});

it('applies the permissions boundary to every role, even with every setting turned on', () => {
  const roles = stackWith({ ...EVERYTHING_ON, 'svc:permissionsBoundary': BOUNDARY }).ofType('AWS::IAM::Role');
  expect(roles.length).toBeGreaterThan(80);
  const without = roles.filter(({ Properties }) => Properties?.['PermissionsBoundary'] !== BOUNDARY);
  expect(without).toEqual([]);
});

it('adds neither tags nor a boundary by default', () => {
  const { ofType } = stackWith({});
  for (const { Properties } of ofType('AWS::IAM::Role')) {
    expect(Properties).not.toHaveProperty('PermissionsBoundary');
    expect(Properties).not.toHaveProperty('Tags');
  }
});

it('turns on termination protection only for the prod stage', () => {
  expect(stackWith({}).stack.terminationProtection).toBe(true);
  expect(stackWith({ 'svc:stage': 'prod' }).stack.terminationProtection).toBe(true);
  expect(stackWith({ 'svc:stage': 'test' }).stack.terminationProtection).toBe(false);
});

it.each([
  ['svc:tags', { 'aws:team': 'web' }],
  ['svc:tags', { team: 'a'.repeat(257) }],
  ['svc:tags', { 'te\nam': 'web' }],
  ['svc:permissionsBoundary', 'boundary'],
  ['svc:permissionsBoundary', 'arn:aws:iam::123456789012:role/boundary'],
])('refuses %s as %j', (name, value) => {
  const { node } = new App({ context: { [name]: value } });
  expect(() => stageSettings(node)).toThrow(`Invalid setting "${name}`);
});
