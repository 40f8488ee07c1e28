/** Tests the template's custom resource for the first account, and its function's permissions. */
import { statementsOfRole } from '../support/assembly/role-statements.ts';
import { ofType, templateWith, type StageTemplate } from '../support/assembly/templates.ts';

const SETTINGS = { 'svc:stage': 'test', 'svc:mailSender': 'Forms <forms@example.com>' };
const off = (): StageTemplate => templateWith(SETTINGS);
const on = (): StageTemplate => templateWith({ ...SETTINGS, 'svc:ownerEmail': 'ada@example.com' });
const withoutHash = (id: string): string => id.replace(/[0-9A-F]{8}$/, '');

it('exists only if the stage has an owner and changes nothing else', () => {
  for (const [id, resource] of Object.entries(off().Resources))
    // Saved queries name all log groups.
    if (resource.Type !== 'AWS::Logs::QueryDefinition') expect(on().Resources[id]).toEqual(resource);
  const added = Object.keys(on().Resources).filter((id) => !(id in off().Resources));
  expect(added.map(withoutHash).toSorted()).toEqual([
    'FirstAccount',
    'FirstAccountMakeFirstAccountFunction',
    'FirstAccountMakeFirstAccountLog',
    'FirstAccountMakeFirstAccountRole',
  ]);
});

it('times out before CloudFormation does and lets Lambda retry a crashed invocation twice', () => {
  const [[id, { Properties: account, DeletionPolicy }]] = ofType(on(), 'Custom::FirstAccount') as [any];
  const fn = account.ServiceToken['Fn::GetAtt'][0];
  expect(account).toEqual({
    ServiceToken: { 'Fn::GetAtt': [fn, 'Arn'] },
    ServiceTimeout: '300',
    OwnerEmail: 'ada@example.com',
    BaseUrl: on().Outputs['BaseUrl']!.Value,
  });
  // Lambda waits one minute before the first retry, and two minutes before the second.
  const timeout = on().Resources[fn]!.Properties!['Timeout'];
  expect(3 * timeout + 60 + 120).toBeLessThanOrEqual(Number(account.ServiceTimeout));
  // Nothing is deleted together with the resource, so it doesn't need to be retained.
  expect(DeletionPolicy).toBe('Delete');
  expect(on().Outputs['OwnerSignInUrl']).toEqual({ Value: { 'Fn::GetAtt': [id, 'SignInUrl'] } });
});

it("has a function that can add accounts, forms, and members but can't read keys or submissions", () => {
  const [[role]] = ofType(on(), 'AWS::IAM::Role').filter(([id]) =>
    id.startsWith('FirstAccountMakeFirstAccountRole'),
  ) as [any];
  const allowed = statementsOfRole(on().Resources, role).flatMap(({ Action, Resource }: any) => {
    const places = JSON.stringify(Resource).matchAll(/Storage(\w+?)Table|(SignInUserPool)|(Emails)|(Log)/g);
    const names = new Set(Array.from(places, ([, ...found]) => found.join('')));
    return [...names].flatMap((name) => [Action].flat().map((action: string) => `${name} ${action}`));
  });
  expect(allowed.toSorted()).toEqual([
    'Accounts dynamodb:PutItem',
    'Accounts dynamodb:UpdateItem',
    'AuditEvents dynamodb:PutItem',
    'Emails sqs:SendMessage',
    'FormSlugs dynamodb:PutItem',
    'Forms dynamodb:PutItem',
    'Identities dynamodb:GetItem',
    'Identities dynamodb:PutItem',
    'Identities dynamodb:Query',
    'Invitations dynamodb:PutItem',
    'Log logs:CreateLogStream',
    'Log logs:PutLogEvents',
    'Members dynamodb:BatchGetItem',
    'Members dynamodb:GetItem',
    'Members dynamodb:PutItem',
    'SignInUserPool cognito-idp:AdminCreateUser',
  ]);
});

it('adds no one to a user pool if people sign in with another issuer', () => {
  const { Resources } = templateWith({
    'svc:stage': 'test',
    'svc:ownerEmail': 'ada@example.com',
    'svc:oidc': { issuer: 'https://login.example.com', clientId: 'forms' },
  });
  const [fn] = Object.entries(Resources).filter(([id]) =>
    id.startsWith('FirstAccountMakeFirstAccountFunction'),
  ) as [any];
  const variables = fn[1].Properties.Environment.Variables;
  expect(variables).not.toHaveProperty('USER_POOL_ID');
  expect(variables).not.toHaveProperty('EMAILS_QUEUE_URL');
});
