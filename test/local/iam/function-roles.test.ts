/** Tests which policy statements the local runner finds for the roles in a template. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statementsOfRoles } from '../../../local/iam/function-roles.ts';
import { Stack } from '../../../local/template/stack.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-test-roles-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const policy = (action: string) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: action, Resource: '*' }],
});

/** Returns the actions that each role may call, for a template with these attached policies. */
function actionsWith(arnsOfReader: readonly unknown[]): Record<string, readonly string[]> {
  const role = (Properties: object) => ({ Type: 'AWS::IAM::Role', Properties });
  const Resources = {
    Shared: { Type: 'AWS::IAM::ManagedPolicy', Properties: { PolicyDocument: policy('s3:ListBucket') } },
    Reader: role({
      Policies: [{ PolicyName: 'Own', PolicyDocument: policy('s3:GetObject') }],
      ManagedPolicyArns: arnsOfReader,
    }),
    Writer: role({ Policies: [{ PolicyName: 'Own', PolicyDocument: policy('s3:PutObject') }] }),
  };
  writeFileSync(join(folder, 'sample.template.json'), JSON.stringify({ Resources }));
  writeFileSync(join(folder, 'sample.assets.json'), '{}');
  const addresses = { sqsEndpoint: 'http://127.0.0.1:1', apiEndpoint: 'http://127.0.0.1:2' };
  return Object.fromEntries(
    [...statementsOfRoles(Stack.read(folder, 'sample', addresses))].map(([arn, statements]) => [
      arn.split('/').at(-1),
      statements.flatMap(({ Action }) => Action),
    ]),
  );
}

it("adds the statements of the template's managed policies to the roles that they are attached to", () => {
  expect(actionsWith([{ Ref: 'Shared' }])).toEqual({
    Reader: ['s3:GetObject', 's3:ListBucket'],
    Writer: ['s3:PutObject'],
  });
});

it('rejects managed policies whose statements are missing from the template', () => {
  expect(() => actionsWith(['arn:aws:iam::aws:policy/AmazonS3FullAccess'])).toThrow(
    'Reader: the local runner does not support the managed policy arn:aws:iam::aws:policy/AmazonS3FullAccess',
  );
});
