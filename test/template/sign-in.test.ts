import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { stageSettings } from '../../lib/settings/stage-settings.ts';
import { templateWith } from '../support/assembly/templates.ts';
import { statementsOfRole } from '../support/assembly/role-statements.ts';

const MAIL = { 'svc:mailSender': 'Forms <forms@mail.example.com>' };
const OIDC = {
  'svc:oidc': { issuer: 'https://login.example.com/tenant', clientId: 'abc', trustEmail: true },
};

const templateOf = (context: Record<string, unknown>): Template =>
  Template.fromJSON({ ...templateWith(context) });

const resources = (of: Template, type: string): [string, any][] =>
  Object.entries(of.findResources(type)).map(([id, { Properties }]) => [id, Properties]);
const one = (of: Template, type: string): [string, any] => {
  const found = resources(of, type);
  expect(found.map(([id]) => id)).toHaveLength(1);
  return found[0]!;
};
const cognitoTypes = (of: Template): string[] =>
  Object.values(of.toJSON()['Resources'] as Record<string, { Type: string }>)
    .map(({ Type }) => Type)
    .filter((type) => type.startsWith('AWS::Cognito'));
const environmentOf = (of: Template, name: string): Record<string, unknown> =>
  resources(of, 'AWS::Lambda::Function').find(([id]) => id.startsWith(`Http${name}Function`))?.[1].Environment
    .Variables;
const statements = (of: Template): [string, any][] =>
  resources(of, 'AWS::IAM::Role').flatMap(([id]) =>
    statementsOfRole(of.toJSON()['Resources'], id).map((statement): [string, any] => [id, statement]),
  );

describe('a stage with a mail sender', () => {
  let template: Template;
  beforeAll(() => {
    template = templateOf(MAIL);
  });

  it('has an invitation-only user pool with sign-in by code or passkey', () => {
    const [, pool] = one(template, 'AWS::Cognito::UserPool');
    expect(pool).toMatchObject({
      UserPoolTier: 'ESSENTIALS',
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
      Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP', 'WEB_AUTHN'] } },
      WebAuthnUserVerification: 'required',
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
      DeletionProtection: 'ACTIVE',
    });
    // The user pool's domain and the passkeys' relying party id both use the sign-in pages' host name.
    // Changing the relying party id would invalidate all passkeys.
    const prefix = { 'Fn::Join': ['', ['svc-forms-prod-', { Ref: 'AWS::AccountId' }]] };
    expect(pool.WebAuthnRelyingPartyID).toEqual({
      'Fn::Join': [
        '',
        [
          'svc-forms-prod-',
          { Ref: 'AWS::AccountId' },
          '.auth.',
          { Ref: 'AWS::Region' },
          '.amazoncognito.com',
        ],
      ],
    });
    const [, domain] = one(template, 'AWS::Cognito::UserPoolDomain');
    expect(domain).toMatchObject({ Domain: prefix, ManagedLoginVersion: 2 });
  });

  it("sends the pool's codes through SES from its own sender, because Cognito drops more than 50 a day", () => {
    const [, pool] = one(template, 'AWS::Cognito::UserPool');
    expect(pool.EmailConfiguration).toEqual({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Forms <forms@mail.example.com>',
      SourceArn: {
        'Fn::Join': [
          '',
          [
            'arn:',
            { Ref: 'AWS::Partition' },
            ':ses:',
            { Ref: 'AWS::Region' },
            ':',
            { Ref: 'AWS::AccountId' },
            ':identity/mail.example.com',
          ],
        ],
      },
    });
    const arn = 'arn:aws:ses:eu-west-1:123456789012:identity/mail.example.com';
    const sandboxed = templateOf({
      ...MAIL,
      'svc:mailIdentityArns': ['arn:aws:ses:eu-west-1:123456789012:identity/ann@example.org', arn],
    });
    expect(one(sandboxed, 'AWS::Cognito::UserPool')[1].EmailConfiguration.SourceArn).toBe(arn);
  });

  it("has a public client for the code flow with the service's own URLs and has working pages", () => {
    const [clientId, client] = one(template, 'AWS::Cognito::UserPoolClient');
    const [apiId] = one(template, 'AWS::ApiGatewayV2::Api');
    const at = (path: string) => ({
      'Fn::Join': ['', [{ 'Fn::GetAtt': [apiId, 'ApiEndpoint'] }, path]],
    });
    expect(client).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthScopes: ['openid', 'email'],
      CallbackURLs: [at('/console/callback')],
      LogoutURLs: [at('/console')],
      PreventUserExistenceErrors: 'ENABLED',
      SupportedIdentityProviders: ['COGNITO'],
    });
    expect(client.ExplicitAuthFlows).toContain('ALLOW_USER_AUTH');
    const [, branding] = one(template, 'AWS::Cognito::ManagedLoginBranding');
    expect(branding).toMatchObject({ ClientId: { Ref: clientId }, UseCognitoProvidedValues: true });
  });

  it('tells the sign-in functions which issuer is used and that it must verify addresses', () => {
    const [poolId] = one(template, 'AWS::Cognito::UserPool');
    const [clientId] = one(template, 'AWS::Cognito::UserPoolClient');
    for (const name of ['Issuer', 'FinishSignIn']) {
      expect(environmentOf(template, name)).toMatchObject({
        OIDC_ISSUER: { 'Fn::GetAtt': [poolId, 'ProviderURL'] },
        OIDC_CLIENT_ID: { Ref: clientId },
        OIDC_TRUST_EMAIL: 'false',
      });
    }
  });

  it('lets only the function for member operations add users to the pool and gives it no other permissions there', () => {
    const [poolId] = one(template, 'AWS::Cognito::UserPool');
    const holders = statements(template).filter(([, { Action }]) =>
      JSON.stringify(Action).includes('cognito'),
    );
    expect(holders).toEqual([
      [
        expect.stringMatching(/^HttpMembersRole/),
        {
          Action: 'cognito-idp:AdminCreateUser',
          Effect: 'Allow',
          Resource: { 'Fn::GetAtt': [poolId, 'Arn'] },
        },
      ],
    ]);
    expect(environmentOf(template, 'Members')['USER_POOL_ID']).toEqual({ Ref: poolId });
  });

  it('lets the sign-in function bind members and start sessions but not read other data', () => {
    const own = statements(template)
      .filter(([id]) => id.startsWith('HttpFinishSignInRole'))
      .filter(([, { Action }]) => JSON.stringify(Action).includes('dynamodb'))
      .map(([, { Action, Resource }]) => [
        /Storage(\w+)Table/.exec(JSON.stringify(Resource))?.[1],
        [Action].flat().map((action: string) => action.replace('dynamodb:', '')),
      ]);
    expect(own).toEqual([
      ['Identities', ['Query']],
      ['Identities', ['PutItem', 'UpdateItem']],
      ['Members', ['BatchGetItem']],
      ['Members', ['UpdateItem']],
      ['Invitations', ['DeleteItem']],
      ['Accounts', ['UpdateItem']],
      ['Sessions', ['DeleteItem', 'PutItem']],
      ['AuditEvents', ['PutItem']],
    ]);
  });

  it('accepts a custom name for the sign-in host', () => {
    const named = templateOf({ ...MAIL, 'svc:signInDomainPrefix': 'acme-forms' });
    expect(one(named, 'AWS::Cognito::UserPoolDomain')[1].Domain).toBe('acme-forms');
  });
});

describe('a stage with an external issuer', () => {
  it('has no Cognito resources and tells the sign-in functions about the issuer', () => {
    const template = templateOf({ ...MAIL, ...OIDC });
    expect(cognitoTypes(template)).toEqual([]);
    expect(JSON.stringify(template.toJSON())).not.toContain('cognito');
    expect(environmentOf(template, 'FinishSignIn')).toMatchObject({
      OIDC_ISSUER: 'https://login.example.com/tenant',
      OIDC_CLIENT_ID: 'abc',
      OIDC_TRUST_EMAIL: 'true',
    });
    expect(environmentOf(template, 'Members')).not.toHaveProperty('USER_POOL_ID');
  });

  it("doesn't need a mail sender", () => {
    expect(environmentOf(templateOf(OIDC), 'Issuer')).toHaveProperty('OIDC_ISSUER');
  });

  it.each([
    [
      'arn:aws:secretsmanager:eu-central-1:123456789012:secret:oidc-AbCdEf',
      'secretsmanager:GetSecretValue',
      { 'kms:ViaService': 'secretsmanager.eu-central-1.amazonaws.com' },
      'kms:EncryptionContext:SecretARN',
    ],
    [
      'arn:aws:ssm:eu-west-1:123456789012:parameter/forms/oidc',
      'ssm:GetParameter',
      { 'kms:ViaService': 'ssm.eu-west-1.amazonaws.com' },
      'kms:EncryptionContext:PARAMETER_ARN',
    ],
  ])('lets only the function that redeems codes read the client secret %s', (arn, action, via, context) => {
    const template = templateOf({ 'svc:oidc': { ...OIDC['svc:oidc'], clientSecret: arn } });
    const reading = statements(template).filter(([, { Action }]) => [Action].flat().includes(action));
    expect(reading).toEqual([
      [expect.stringMatching(/^HttpFinishSignInRole/), { Action: action, Effect: 'Allow', Resource: arn }],
    ]);
    const [, region] = /^arn:aws:\w+:([\w-]+):/.exec(arn)!;
    expect(statements(template)).toContainEqual([
      expect.stringMatching(/^HttpFinishSignInRole/),
      {
        Action: 'kms:Decrypt',
        Effect: 'Allow',
        Resource: `arn:aws:kms:${region}:123456789012:key/*`,
        Condition: { StringEquals: { ...via, [context]: arn } },
      },
    ]);
    expect(environmentOf(template, 'FinishSignIn')).toMatchObject({ OIDC_CLIENT_SECRET_ARN: arn });
    expect(environmentOf(template, 'Issuer')).not.toHaveProperty('OIDC_CLIENT_SECRET_ARN');
  });

  it('refuses a secret in the settings without repeating it in the error', () => {
    const secret = 'pasted-client-secret';
    const settings = (): unknown => templateOf({ 'svc:oidc': { ...OIDC['svc:oidc'], clientSecret: secret } });
    expect(settings).toThrow('Invalid setting "svc:oidc.clientSecret": must be the ARN of a Secrets Manager');
    expect(settings).not.toThrow(secret);
  });
});

it('a stage without an issuer or a mail sender has no sign-in and tells visitors so', () => {
  const template = templateOf({});
  expect(cognitoTypes(template)).toEqual([]);
  expect(environmentOf(template, 'Issuer')).not.toHaveProperty('OIDC_ISSUER');
});

it('a stage without a console has all resources except those for sign-in', () => {
  const [full, without] = [templateOf({ ...MAIL, ...OIDC }), templateOf({ ...MAIL, 'svc:console': false })];
  expect(cognitoTypes(without)).toEqual([]);
  const routes = (of: Template) =>
    resources(of, 'AWS::ApiGatewayV2::Api').flatMap(([, { Body }]) => Object.keys(Body.paths));
  const left = routes(without);
  // If sign-in is off, users can't authorize apps either.
  const isOfPeople = (route: string) => route.includes('/console') || route === '/oauth/authorize';
  expect(left.filter(isOfPeople)).toEqual([]);
  expect(left).toEqual(routes(full).filter((route) => !isOfPeople(route)));
  expect(JSON.stringify(without.toJSON())).not.toMatch(/OIDC_|cognito/i);
});

it.each([
  [{ 'svc:oidc': { issuer: 'http://login.example.com', clientId: 'a' } }, 'svc:oidc.issuer'],
  [{ 'svc:oidc': { issuer: 'https://login.example.com' } }, 'svc:oidc.clientId'],
  [{ 'svc:oidc': { issuer: 'https://login.example.com', clientId: 'a', secret: 'b' } }, 'secret'],
  [{ 'svc:signInDomainPrefix': 'my-cognito' }, 'svc:signInDomainPrefix'],
  [{ 'svc:signInDomainPrefix': 'Acme' }, 'svc:signInDomainPrefix'],
  [{ 'svc:console': 'no' }, 'svc:console'],
])('refuses %j and names it in the error', (context, named) => {
  const { node } = new App({ context });
  expect(() => stageSettings(node)).toThrow(named);
});
