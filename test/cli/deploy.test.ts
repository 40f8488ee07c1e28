/**
 * Tests `svc-forms deploy`: the CDK commands for each state of the stack, and the steps before and after
 * these commands. A script replaces the CDK command line and records its arguments.
 */
import {
  CloudFormationClient,
  DescribeStacksCommand,
  UpdateTerminationProtectionCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { GetAccountSummaryCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployProgram } from '../../cli/deploy/deploy-program.ts';
import { operatorIn } from '../support/service/operator.ts';
import { folder, json, stores } from './operator-fixture.ts';

const [sts, ssm, iam, lambda, stacks] = [
  mockClient(STSClient),
  mockClient(SSMClient),
  mockClient(IAMClient),
  mockClient(LambdaClient),
  mockClient(CloudFormationClient),
];
const NO_STACK = Object.assign(new Error('Stack with id svc-forms-prod does not exist'), {
  name: 'ValidationError',
});
const ENVIRONMENT = ['AWS_REGION', 'AWS_ENDPOINT_URL_DYNAMODB', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
const before = ENVIRONMENT.map((name) => [name, process.env[name]] as const);

let app: string;
beforeEach(() => {
  process.env['AWS_REGION'] = 'us-east-1';
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = stores.endpoint;
  process.env['AWS_ACCESS_KEY_ID'] = process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  app = mkdtempSync(join(tmpdir(), 'svc-test-deploy-'));
  const cdk = join(app, 'node_modules/aws-cdk');
  mkdirSync(cdk, { recursive: true });
  writeFileSync(join(app, 'package.json'), '{}');
  writeFileSync(join(cdk, 'package.json'), '{"name":"aws-cdk","bin":{"cdk":"cdk.js"}}');
  writeFileSync(
    join(cdk, 'cdk.js'),
    `require('node:fs').appendFileSync('commands', process.argv.slice(2).join(' ') + '\\n');
     process.exitCode = require('node:fs').existsSync('fails') ? 1 : 0;`,
  );
  writeFileSync(join(app, 'svc.json'), '{ "prod": { "console": false }, "test": { "console": false } }');
  for (const each of [sts, ssm, iam, lambda, stacks]) each.reset();
  sts
    .on(GetCallerIdentityCommand)
    .resolves({ Account: '111122223333', Arn: 'arn:aws:iam::111122223333:user/ada' });
  ssm.on(GetParameterCommand).resolves({ Parameter: { Value: '21' } });
  iam.on(GetAccountSummaryCommand).resolves({ SummaryMap: { Roles: 40, RolesQuota: 1000 } });
  lambda
    .on(GetAccountSettingsCommand)
    .resolves({ AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 } });
});
afterEach(() => rmSync(app, { recursive: true }));
afterAll(() => {
  for (const each of [sts, ssm, iam, lambda, stacks]) each.restore();
  for (const [name, value] of before)
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
});

function stack(StackStatus: Stack['StackStatus'], more: Partial<Stack> = {}): Stack {
  const { stack_outputs } = JSON.parse(readFileSync(join(folder, 'outputs.json'), 'utf8')) as {
    stack_outputs: Record<string, string>;
  };
  const Outputs = Object.entries(stack_outputs).map(([OutputKey, OutputValue]) => ({
    OutputKey,
    OutputValue,
  }));
  return { StackName: 'svc-forms-prod', CreationTime: new Date(0), StackStatus, Outputs, ...more };
}
const deployed = () => stack('UPDATE_COMPLETE', { EnableTerminationProtection: true });

/**
 * Makes CloudFormation report this stack state until the first CDK command runs, then a deployed stack.
 */
function stackIs(state: Stack | undefined): void {
  stacks.on(DescribeStacksCommand).callsFake(() => {
    if (existsSync(join(app, 'commands'))) return { Stacks: [deployed()] };
    if (state === undefined) throw NO_STACK;
    return { Stacks: [state] };
  });
}

const deploy = (...args: string[]) => operatorIn(folder, (terminal) => deployProgram(terminal, app))(...args);

const commands = (): string[] =>
  existsSync(join(app, 'commands')) ? readFileSync(join(app, 'commands'), 'utf8').trimEnd().split('\n') : [];

const PROD = 'deploy svc-forms-prod -c svc:stage=prod';
const FIRST = '-c svc:firstDeploy=true';

it('deploys a new stack twice and turns on its protection when it is complete', async () => {
  stackIs(undefined);
  const { code, stdout, stderr } = await deploy();
  expect(code).toBe(0);
  expect(commands()).toEqual([`${PROD} ${FIRST}`, PROD]);
  expect(stderr).toContain('Protection stays off until it succeeds');
  expect(stderr).toContain('Turning on deletion protection and termination protection.');
  expect(stdout).toContain('The service is at http://api.test\n');
  expect(stdout).toContain('No one is notified of alarms yet. Set "alarmEmail".\n');
});

it("says where the first account's owner can sign in", async () => {
  const oidc = { issuer: 'https://login.example.com', clientId: 'forms' };
  writeFileSync(
    join(app, 'svc.json'),
    JSON.stringify({ prod: { oidc, ownerEmail: 'ada@example.com', canary: false } }),
  );
  const { Outputs = [], ...state } = deployed();
  const signIn = {
    OutputKey: 'OwnerSignInUrl',
    OutputValue: 'http://api.test/console/sign-in?account=acc_0123456789AB',
  };
  stacks.on(DescribeStacksCommand).resolves({ Stacks: [{ ...state, Outputs: [...Outputs, signIn] }] });
  const { code, stdout } = await deploy();
  expect(code).toBe(0);
  expect(stdout).toContain(
    'ada@example.com is the owner of the first account and signs in at http://api.test/console/sign-in?account=acc_0123456789AB\n',
  );
});

it('deploys an existing stack once and never turns off its protection', async () => {
  stackIs(deployed());
  expect(await deploy()).toMatchObject({ code: 0 });
  expect(commands()).toEqual([PROD]);
  expect(stacks.commandCalls(UpdateTerminationProtectionCommand)).toEqual([]);
});

it('retries a failed first deployment, even if someone turned on its protection', async () => {
  stackIs(stack('ROLLBACK_FAILED', { EnableTerminationProtection: true }));
  expect(await deploy()).toMatchObject({ code: 0 });
  expect(commands()).toEqual([`${PROD} ${FIRST}`, PROD]);
  const off = stacks.commandCalls(UpdateTerminationProtectionCommand).map(({ args }) => args[0].input);
  expect(off).toEqual([{ StackName: 'svc-forms-prod', EnableTerminationProtection: false }]);
});

it('stops when a deployment fails and can be run again', async () => {
  stackIs(undefined);
  writeFileSync(join(app, 'fails'), '');
  expect(await deploy()).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /"cdk deploy" failed\. Fix the problem above, then run the same command again\.\n$/,
    ),
  });
  expect(commands()).toEqual([`${PROD} ${FIRST}`]);
});

it('passes the stage, context, and options to the CDK', async () => {
  stackIs(deployed());
  const args = ['--stage', 'test', '-c', 'svc:tracing=true', '-c', 'svc:spamRetentionDays=7'];
  expect(await deploy(...args, '--', '--require-approval', 'never')).toMatchObject({ code: 0 });
  expect(commands()).toEqual([
    'deploy svc-forms-test -c svc:stage=test -c svc:tracing=true -c svc:spamRetentionDays=7 --require-approval never',
  ]);
});

it("deploys a team's own stack, and the edge stack in us-east-1", async () => {
  stackIs(deployed());
  expect(await deploy('--stack', 'website')).toMatchObject({ code: 0 });
  process.env['AWS_REGION'] = 'eu-central-1';
  expect(await deploy('--edge')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Copy the outputs'),
  });
  expect(commands()).toEqual([
    'deploy website -c svc:stage=prod',
    'deploy svc-forms-prod-edge -c svc:stage=prod',
  ]);
  const asked = await Promise.all(
    stacks
      .commandCalls(DescribeStacksCommand, { StackName: 'svc-forms-prod-edge' })
      .map(({ thisValue }) => (thisValue as CloudFormationClient).config.region()),
  );
  expect(asked).toEqual(['us-east-1']);
});

it('deploys nothing if a check finds a problem, unless checks are turned off', async () => {
  stackIs(undefined);
  ssm.on(GetParameterCommand).rejects(Object.assign(new Error(), { name: 'ParameterNotFound' }));
  const { code, stderr } = await deploy();
  expect(code).toBe(1);
  expect(stderr).toMatch(/^problem {2}CDK bootstrap .*\n +Fix: Run "npx cdk bootstrap .*\n/);
  expect(stderr).toMatch(/Nothing was deployed\. Fix the problems above, or use --no-checks\.\n$/);
  expect(commands()).toEqual([]);
  expect(await deploy('--no-checks')).toMatchObject({ code: 0 });
  expect(commands()).toHaveLength(2);
});

it("creates the owner's account once, and shows its key", async () => {
  stackIs(undefined);
  const { stdout } = await deploy('--owner', 'ada@example.com');
  expect(stdout).toMatch(/^Owner {11}ada@example\.com \(invited\)$/m);
  expect(stdout).toMatch(/^Management key {2}svc_mgmt_/m);
  expect((await deploy('--owner', 'ada@example.com')).stdout).toContain(
    'ada@example.com already has an account.\n',
  );
  const accounts: { email: string }[] = await json('list');
  expect(accounts.filter(({ email }) => email === 'ada@example.com')).toHaveLength(1);
});

it("says that the CDK command line is missing if the project doesn't have it", async () => {
  stackIs(deployed());
  rmSync(join(app, 'node_modules'), { recursive: true });
  expect(await deploy()).toMatchObject({
    code: 1,
    stderr: `${app} doesn't have the CDK command line: run "npm install --save-dev aws-cdk" there.\n`,
  });
});
