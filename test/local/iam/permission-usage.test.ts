import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FunctionRole } from '../../../local/iam/guarded-requests.ts';
import { noteGranted, noteUsed, unusedPermissions } from '../../../local/iam/permission-usage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'svc-test-usage-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('reports permissions that no run used, by function, action, resource, and condition', () => {
  const forms = 'arn:aws:dynamodb:us-east-1:000000000000:table/StorageFormsTable0A1B2C3D';
  const read = {
    Effect: 'Allow' as const,
    Action: ['dynamodb:GetItem', 'dynamodb:Query'],
    Resource: [forms],
  };
  const write = {
    Effect: 'Allow' as const,
    Action: ['dynamodb:PutItem'],
    Resource: [forms],
    Condition: { StringEquals: { 'dynamodb:ReturnValues': ['NONE'] } },
  };
  const denial = { Effect: 'Deny' as const, Action: ['*'], Resource: ['*'] };
  const role: FunctionRole = {
    principal: 'role/F',
    roleArn: 'role',
    functionId: 'HttpGetFormFunction01234567',
    statements: [read, write, denial],
    resourcePolicies: [],
    hosts: {},
    tableKeys: {},
    usageFolder: folder,
  };
  noteGranted(folder, [role]);
  noteUsed(role, read, { action: 'dynamodb:GetItem', resource: forms, context: {} });
  noteUsed({ ...role, usageFolder: undefined }, write, {
    action: 'dynamodb:PutItem',
    resource: forms,
    context: {},
  });
  const resource = 'arn:aws:dynamodb:us-east-1:000000000000:table/StorageFormsTable';
  expect(unusedPermissions(folder)).toEqual([
    {
      functionId: 'HttpGetForm',
      action: 'dynamodb:PutItem',
      resource,
      condition: '{"StringEquals":{"dynamodb:ReturnValues":["NONE"]}}',
    },
    { functionId: 'HttpGetForm', action: 'dynamodb:Query', resource, condition: '' },
  ]);
});
