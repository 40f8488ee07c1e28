/** Tests the doctor's checks with AWS responses for working and broken setups. */
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolDomainCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DescribeEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { GetAccountSummaryCommand, GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BOOTSTRAP_VERSION, ROLES_OF_A_STAGE } from '../../cli/doctor/account-checks.ts';
import { doctorProgram } from '../../cli/doctor/doctor-program.ts';
import type { Finding } from '../../cli/doctor/finding.ts';
import { assemblyFolder } from '../support/assembly/assembly.ts';
import { EVERYTHING_ON } from '../support/assembly/everything-on.ts';
import { ofType, templateWith } from '../support/assembly/templates.ts';
import { operatorIn } from '../support/service/operator.ts';

const ACCOUNT = '111122223333';
const [sts, ssm, iam, lambda, ses, cognito, acm, events, stacks] = [
  mockClient(STSClient),
  mockClient(SSMClient),
  mockClient(IAMClient),
  mockClient(LambdaClient),
  mockClient(SESv2Client),
  mockClient(CognitoIdentityProviderClient),
  mockClient(ACMClient),
  mockClient(EventBridgeClient),
  mockClient(CloudFormationClient),
];
const clients = [sts, ssm, iam, lambda, ses, cognito, acm, events, stacks];
const awsError = (name: string, message = name) => Object.assign(new Error(message), { name });
const NO_STACK = awsError('ValidationError', 'Stack with id svc-forms-prod does not exist');

let folder: string;
beforeEach(() => {
  process.env['AWS_REGION'] = 'eu-central-1';
  folder = mkdtempSync(join(tmpdir(), 'svc-test-doctor-'));
  for (const each of clients) each.reset();
  sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn: `arn:aws:iam::${ACCOUNT}:user/ada` });
  ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '21' } });
  iam
    .on(GetAccountSummaryCommand)
    .resolves({ SummaryMap: { Roles: 40, RolesQuota: 1000 } })
    .on(GetRoleCommand)
    .resolves({});
  lambda
    .on(GetAccountSettingsCommand)
    .resolves({ AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 } });
  ses
    .on(GetAccountCommand)
    .resolves({ SendingEnabled: true, ProductionAccessEnabled: true })
    .on(GetEmailIdentityCommand)
    .resolves({ VerifiedForSendingStatus: true });
  cognito.on(DescribeUserPoolDomainCommand).resolves({ DomainDescription: {} });
  stacks.on(DescribeStacksCommand).rejects(NO_STACK);
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(() => {
  for (const each of clients) each.restore();
});

const MAIL = { mailSender: 'Forms <forms@mail.example.com>' };

/** Runs the doctor on a stage `prod` with these settings in svc.json. */
async function doctor(settings: object, ...args: string[]) {
  writeFileSync(join(folder, 'svc.json'), JSON.stringify({ prod: settings }));
  return operatorIn(folder, (terminal) => doctorProgram(terminal, folder))(...args);
}

/** Returns all findings that are warnings or problems. */
async function complaints(settings: object): Promise<Finding[]> {
  const { stdout } = await doctor(settings, '--json');
  return (JSON.parse(stdout) as Finding[]).filter(({ level }) => level !== 'ok');
}

it('finds no problems in an account that is ready and prints one line per check', async () => {
  const { code, stdout, stderr } = await doctor(MAIL);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n').filter(Boolean)).toEqual([
    `ok  Credentials          arn:aws:iam::${ACCOUNT}:user/ada in the account ${ACCOUNT}.`,
    'ok  Region               The stack is deployed to eu-central-1.',
    "ok  Stack                svc-forms-prod doesn't exist yet, so this is its first deployment.",
    'ok  CDK bootstrap        eu-central-1 has version 21.',
    'ok  Lambda concurrency   eu-central-1 can run 1000 functions at once.',
    'ok  IAM roles            960 of 1000 are free.',
    'ok  Service-linked role  AWSServiceRoleForAmazonCognitoIdpEmailService exists.',
    `ok  Sign-in              People sign in at svc-forms-prod-${ACCOUNT}.auth.eu-central-1.amazoncognito.com.`,
    'ok  SES identity         mail.example.com is verified.',
    'ok  SES sending          SES is out of the sandbox.',
  ]);
});

it('prints how to fix a problem and exits with 1', async () => {
  ssm.on(GetParameterCommand).rejects(awsError('ParameterNotFound'));
  const { code, stdout, stderr } = await doctor(MAIL);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '1 problem found.\n' });
  expect(stdout).toMatch(/^problem {2}CDK bootstrap {8}eu-central-1 is not bootstrapped\.$/m);
  expect(stdout).toMatch(/^ +Fix: Run "npx cdk bootstrap aws:\/\/111122223333\/eu-central-1"\.$/m);
});

const REGIONAL = `arn:aws:acm:eu-central-1:${ACCOUNT}:certificate/12345678-1234-1234-1234-123456789012`;
const DOMAIN = { domain: { name: 'forms.example.com', certificateArn: REGIONAL } };

it.each<[what: string, settings: object, answers: () => unknown, level: string, text: string, fix: string]>([
  [
    'a bootstrap stack that is too old',
    MAIL,
    () => ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '5' } }),
    ...(['problem', 'eu-central-1 has version 5, but 6 is needed.', 'npx cdk bootstrap'] as const),
  ],
  [
    'a sender whose domain is not an SES identity',
    MAIL,
    () => ses.on(GetEmailIdentityCommand).rejects(awsError('NotFoundException')),
    ...([
      'problem',
      'mail.example.com is not an SES identity in eu-central-1.',
      'create-email-identity',
    ] as const),
  ],
  [
    'an identity that is not verified',
    MAIL,
    () =>
      ses
        .on(GetEmailIdentityCommand)
        .resolves({ VerifiedForSendingStatus: false, VerificationStatus: 'PENDING' }),
    ...(['problem', 'mail.example.com is not verified in eu-central-1 (PENDING).', 'DKIM records'] as const),
  ],
  [
    'the sandbox',
    MAIL,
    () => ses.on(GetAccountCommand).resolves({ SendingEnabled: true, ProductionAccessEnabled: false }),
    ...(['warning', 'SES is in the sandbox in eu-central-1', 'Request production access'] as const),
  ],
  [
    'a paused account',
    MAIL,
    () => ses.on(GetAccountCommand).resolves({ SendingEnabled: false, ProductionAccessEnabled: true }),
    ...(['problem', 'SES has paused sending in eu-central-1.', 'Account dashboard'] as const),
  ],
  [
    'the concurrency of a new account',
    MAIL,
    () =>
      lambda
        .on(GetAccountSettingsCommand)
        .resolves({ AccountLimit: { ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 } }),
    ...(['warning', 'eu-central-1 can run 10 functions at once', 'L-B99A9384'] as const),
  ],
  [
    'more reserved concurrency than is free',
    { ...MAIL, ingestReservedConcurrency: 950 },
    () => undefined,
    ...([
      'problem',
      'ingestReservedConcurrency is 950, but only 900 can be reserved.',
      'L-B99A9384',
    ] as const),
  ],
  [
    'too few roles',
    MAIL,
    () => iam.on(GetAccountSummaryCommand).resolves({ SummaryMap: { Roles: 950, RolesQuota: 1000 } }),
    ...(['problem', '50 of 1000 are free, but a stage needs up to 100.', 'L-FE177D64'] as const),
  ],
  [
    'a missing service-linked role',
    MAIL,
    () => iam.on(GetRoleCommand).rejects(awsError('NoSuchEntityException')),
    ...([
      'warning',
      "AWSServiceRoleForAmazonCognitoIdpEmailService doesn't exist.",
      'create-service-linked-role --aws-service-name email.cognito-idp.amazonaws.com',
    ] as const),
  ],
  [
    'a sign-in domain that is taken',
    { ...MAIL, signInDomainPrefix: 'acme' },
    () =>
      cognito
        .on(DescribeUserPoolDomainCommand, { Domain: 'acme' })
        .resolves({ DomainDescription: { UserPoolId: 'eu-central-1_other' } }),
    ...([
      'problem',
      'acme.auth.eu-central-1.amazoncognito.com already belongs to the user pool eu-central-1_other.',
      'signInDomainPrefix',
    ] as const),
  ],
  [
    'a stage to which nobody can sign in',
    {},
    () => undefined,
    ...(['warning', 'Nobody can sign in', 'Set "mailSender"'] as const),
  ],
  [
    'a certificate of another region without an edge',
    { ...MAIL, domain: { ...DOMAIN.domain, certificateArn: REGIONAL.replace('eu-central-1', 'us-east-1') } },
    () =>
      acm
        .on(DescribeCertificateCommand)
        .resolves({ Certificate: { Status: 'ISSUED', DomainName: 'forms.example.com' } }),
    ...([
      'problem',
      'is in us-east-1, but the stack is deployed to eu-central-1',
      'AWS_REGION=us-east-1',
    ] as const),
  ],
  [
    'a certificate that is not validated',
    { ...MAIL, ...DOMAIN },
    () =>
      acm
        .on(DescribeCertificateCommand)
        .resolves({ Certificate: { Status: 'PENDING_VALIDATION', DomainName: '*.example.com' } }),
    ...(['problem', 'forms.example.com has the status PENDING_VALIDATION', 'CNAME record'] as const),
  ],
  [
    'a certificate for another host',
    { ...MAIL, ...DOMAIN },
    () =>
      acm
        .on(DescribeCertificateCommand)
        .resolves({ Certificate: { Status: 'ISSUED', DomainName: '*.forms.example.com' } }),
    ...([
      'problem',
      'The certificate is for *.forms.example.com, not for forms.example.com.',
      'request-certificate',
    ] as const),
  ],
  [
    'an event bus of the same name',
    { ...MAIL, eventBus: true },
    () => events.on(DescribeEventBusCommand, { Name: 'svc-forms-prod' }).resolves({}),
    ...(['problem', 'eu-central-1 already has an event bus called svc-forms-prod.', 'another name'] as const),
  ],
  [
    'a failed first deployment',
    MAIL,
    () => stacks.on(DescribeStacksCommand).resolves({ Stacks: [stackIn('ROLLBACK_COMPLETE')] }),
    ...([
      'warning',
      'The first deployment of svc-forms-prod failed (ROLLBACK_COMPLETE).',
      'run "deploy" again',
    ] as const),
  ],
  [
    'a stack that is being changed',
    MAIL,
    () => stacks.on(DescribeStacksCommand).resolves({ Stacks: [stackIn('UPDATE_IN_PROGRESS')] }),
    ...([
      'problem',
      'Another operation on svc-forms-prod is in progress (UPDATE_IN_PROGRESS).',
      'Wait',
    ] as const),
  ],
  [
    'a stack without termination protection',
    MAIL,
    () => stacks.on(DescribeStacksCommand).resolves({ Stacks: [stackIn('CREATE_COMPLETE')] }),
    ...(['warning', 'svc-forms-prod has no termination protection.', 'without svc:firstDeploy'] as const),
  ],
  [
    'a call that the operator may not make',
    MAIL,
    () => iam.on(GetAccountSummaryCommand).rejects(awsError('AccessDenied', 'not authorized')),
    ...([
      'warning',
      'Not checked because AWS responded with AccessDenied: not authorized',
      'read access',
    ] as const),
  ],
])('reports %s, with a fix', async (_, settings, answers, level, text, fix) => {
  answers();
  expect(await complaints(settings)).toEqual([
    {
      check: expect.any(String),
      level,
      text: expect.stringContaining(text),
      fix: expect.stringContaining(fix),
    },
  ]);
});

const stackIn = (StackStatus: 'ROLLBACK_COMPLETE' | 'UPDATE_IN_PROGRESS' | 'CREATE_COMPLETE') => ({
  StackName: 'svc-forms-prod',
  CreationTime: new Date(0),
  StackStatus,
});

it("accepts the stage's own sign-in domain and a deployed stack", async () => {
  const outputs = { BaseUrl: 'https://forms.example.com', Plans: '{}', UserPool: 'eu-central-1_own' };
  stacks.on(DescribeStacksCommand).resolves({
    Stacks: [
      {
        ...stackIn('CREATE_COMPLETE'),
        EnableTerminationProtection: true,
        Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
      },
    ],
  });
  cognito
    .on(DescribeUserPoolDomainCommand)
    .resolves({ DomainDescription: { UserPoolId: 'eu-central-1_own' } });
  expect(await complaints(MAIL)).toEqual([]);
});

describe('the owner of the first account, while SES is in the sandbox', () => {
  const settings = { ...MAIL, ownerEmail: 'ada@example.com' };
  beforeEach(() => {
    ses.on(GetAccountCommand).resolves({ SendingEnabled: true, ProductionAccessEnabled: false });
  });

  it('must be verified', async () => {
    ses
      .on(GetEmailIdentityCommand, { EmailIdentity: 'ada@example.com' })
      .resolves({ VerifiedForSendingStatus: false })
      .on(GetEmailIdentityCommand, { EmailIdentity: 'example.com' })
      .rejects(awsError('NotFoundException'));
    const owner = (await complaints(settings)).filter(({ check }) => check === 'Owner');
    expect(owner).toEqual([
      {
        check: 'Owner',
        level: 'warning',
        text: "ada@example.com can't receive the invitation, because SES is in the sandbox and the address isn't verified.",
        fix: 'Run "aws sesv2 create-email-identity --email-identity ada@example.com" in eu-central-1, then open the link in the e-mail that SES sends.',
      },
    ]);
  });

  it('can instead have an address at a verified domain', async () => {
    ses
      .on(GetEmailIdentityCommand, { EmailIdentity: 'ada@example.com' })
      .rejects(awsError('NotFoundException'));
    const { stdout } = await doctor(settings);
    expect(stdout).toContain('Owner                ada@example.com can receive an invitation.\n');
  });
});

it("checks only the account if a team's stack has its settings in code", async () => {
  const program = operatorIn(folder, (terminal) => doctorProgram(terminal, folder));
  const { stdout } = await program('--stack', 'website', '--json');
  const found = (JSON.parse(stdout) as Finding[]).filter(({ level }) => level !== 'ok');
  expect(found.map(({ check, level }) => [check, level])).toEqual([['Settings', 'warning']]);
});

it("also checks the edge's bootstrap stack in us-east-1", async () => {
  await complaints({ ...MAIL, edgeStack: {} });
  const regions = await Promise.all(
    ssm.commandCalls(GetParameterCommand).map(({ thisValue }) => (thisValue as SSMClient).config.region()),
  );
  expect(regions.toSorted()).toEqual(['eu-central-1', 'us-east-1']);
});

it('reports invalid settings before it asks AWS', async () => {
  const { code, stdout, stderr } = await doctor({ spamRetentionDays: 400 });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    'Invalid setting "spamRetentionDays": must be at most 365. It is 400. Example: "spamRetentionDays": 30\n',
  );
  expect(sts.calls()).toEqual([]);
});

it.each([
  ['ExpiredToken', /^AWS rejected the credentials \(ExpiredToken\): sign in again, .*\.\n$/],
  ['TimeoutError', /^AWS can't be reached \(TimeoutError: TimeoutError\): check the network, .*\.\n$/],
])('explains %s in one sentence', async (name, sentence) => {
  sts.on(GetCallerIdentityCommand).rejects(awsError(name));
  expect(await doctor(MAIL)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });
});

it('knows the bootstrap version that the assembly requires and how many roles the largest template needs', () => {
  const manifest = readFileSync(join(assemblyFolder(), 'manifest.json'), 'utf8');
  const { artifacts } = JSON.parse(manifest) as { artifacts: Record<string, { properties?: any }> };
  const versions = Object.values(artifacts).flatMap(
    ({ properties }) => properties?.requiresBootstrapStackVersion ?? [],
  );
  expect(new Set(versions)).toEqual(new Set([BOOTSTRAP_VERSION]));
  const roles = ofType(templateWith(EVERYTHING_ON), 'AWS::IAM::Role').length;
  expect(roles).toBeLessThanOrEqual(ROLES_OF_A_STAGE);
  expect(roles).toBeGreaterThan(ROLES_OF_A_STAGE / 2);
});

describe('in a separate process', () => {
  /** Runs the doctor without any of the developer's credentials. */
  async function run(env: Record<string, string>) {
    const tsx = join(import.meta.dirname, '../../node_modules/tsx/dist/cli.mjs');
    const entry = join(import.meta.dirname, '../../cli/run-svc-forms.ts');
    const child = spawn(process.execPath, [tsx, entry, 'doctor'], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        AWS_REGION: 'eu-central-1',
        AWS_EC2_METADATA_DISABLED: 'true',
        ...env,
      },
    });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code: code as number, stdout, stderr };
  }

  it('reports missing credentials in one sentence', async () => {
    expect(await run({})).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'No AWS credentials found: run "aws configure sso" and set AWS_PROFILE, ' +
        'or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.\n',
    });
  });

  it('calls AWS at the endpoint in AWS_ENDPOINT_URL', async () => {
    const called: string[] = [];
    const server = createServer((request, response) => {
      called.push(request.headers.authorization?.split('/')[3] ?? '');
      request.resume();
      response.writeHead(400, { 'content-type': 'text/xml' });
      response.end(
        '<ErrorResponse><Error><Code>ExpiredToken</Code><Message>expired</Message></Error></ErrorResponse>',
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ended = await run({
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    });
    server.close();
    expect(called).toContain('sts');
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('(ExpiredToken') });
  });
});
