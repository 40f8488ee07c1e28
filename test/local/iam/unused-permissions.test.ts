/** Checks that the list of unused permissions contains only permissions that the stack grants. */
import { functionRoles } from '../../../local/functions/functions.ts';
import { grantedBy } from '../../../local/iam/permission-usage.ts';
import { Stack } from '../../../local/template/stack.ts';
import * as z from 'zod';
import { assemblyFolder, STACK_NAME } from '../../support/assembly/assembly.ts';
import { reasonFor, reasons } from './unused-permissions.ts';

const NOWHERE = 'http://127.0.0.1:1';
const endpoints = {
  dynamodb: NOWHERE,
  eventBridge: NOWHERE,
  lambda: NOWHERE,
  s3: NOWHERE,
  secrets: NOWHERE,
  ses: NOWHERE,
  sqs: NOWHERE,
  stepFunctions: NOWHERE,
};
const stack = Stack.read(assemblyFolder(), STACK_NAME, { sqsEndpoint: NOWHERE, apiEndpoint: NOWHERE });
const roleOf = functionRoles(stack, endpoints);
const granted = grantedBy(
  stack
    .resources(['AWS::Lambda::Function'], z.object({ Role: z.string() }))
    .map(({ logicalId, properties }) => roleOf(properties.Role, logicalId)),
);

test.each(reasons.filter(({ isOfSetting }) => !isOfSetting))(
  '$functions $actions $resources',
  ({ functions, actions, resources }) => {
    const fitting = granted.filter(
      ({ functionId, action, resource }) =>
        functions.test(functionId) && actions.test(action) && resources.test(resource),
    );
    expect(fitting).not.toEqual([]);
  },
);

test("a permission can't be listed as unused if a function uses it in every call", () => {
  const forms = 'arn:aws:dynamodb:us-east-1:000000000000:table/StorageFormsTable';
  const used = { functionId: 'HttpGetForm', action: 'dynamodb:GetItem', resource: forms, condition: '' };
  expect(reasonFor(used)).toBeUndefined();
});

test("a test ping can't read submissions or send e-mails", () => {
  const ofPing = granted.filter(({ functionId }) => functionId.endsWith('HttpTestWebhook'));
  expect(ofPing.length).toBeGreaterThan(0);
  expect(ofPing.filter(({ resource }) => /StorageSubmissionsTable|EmailsQueue/.test(resource))).toEqual([]);
});
