/**
 * Tests the gradual deployment setting, which initially routes only a share of submissions to the ingest
 * function's new code.
 */
import { App } from 'aws-cdk-lib';
import { deploymentTypes } from '../../../lib/settings/deployment-types.ts';
import { stageSettings } from '../../../lib/settings/stage-settings.ts';
import { ofType, templateWith } from '../../support/assembly/templates.ts';

const plain = () => templateWith({});
const canary = () => templateWith({ 'svc:gradualDeployment': { type: 'canary10Percent5Minutes' } });

const integrationOf = (template: ReturnType<typeof plain>, path: string, method: string): string => {
  const [[, api]] = ofType(template, 'AWS::ApiGatewayV2::Api') as [[string, any]];
  return JSON.stringify(api.Properties.Body.paths[path][method]['x-amazon-apigateway-integration'].uri);
};

it('sends submissions to an alias of their function and all other requests directly to the functions', () => {
  expect(integrationOf(canary(), '/v1/f/{slug}', 'post')).toContain('-SubmitForm:live/invocations');
  expect(integrationOf(canary(), '/v1/forms', 'post')).toContain('-CreateForm/invocations');
  expect(integrationOf(plain(), '/v1/f/{slug}', 'post')).toContain('-SubmitForm/invocations');
});

it('lets the API invoke only its targets', () => {
  const roles = ofType(canary(), 'AWS::IAM::Role').map(([, role]) => JSON.stringify(role.Properties));
  const invokers = roles.filter((role) => role.includes('apigateway.amazonaws.com'));
  expect(invokers.filter((role) => role.includes('-SubmitForm:live"'))).toHaveLength(1);
  expect(invokers.filter((role) => role.includes('-SubmitForm"'))).toEqual([]);
});

it('shifts the alias with CodeDeploy, which rolls back if submissions or the API fail', () => {
  const template = canary();
  const [[aliasId, alias], ...aliases] = ofType(template, 'AWS::Lambda::Alias') as [[string, any]];
  const [[groupId, group]] = ofType(template, 'AWS::CodeDeploy::DeploymentGroup') as [[string, any]];
  const [[applicationId, application]] = ofType(template, 'AWS::CodeDeploy::Application') as [[string, any]];
  const [[versionId]] = ofType(template, 'AWS::Lambda::Version') as [[string, any]];
  expect(aliases).toEqual([]);
  expect(aliasId).not.toBe('');
  expect(alias.Properties).toMatchObject({
    Name: 'live',
    FunctionName: { Ref: expect.stringMatching(/SubmitForm/) },
    FunctionVersion: { 'Fn::GetAtt': [versionId, 'Version'] },
  });
  expect(alias.UpdatePolicy).toEqual({
    CodeDeployLambdaAliasUpdate: {
      ApplicationName: { Ref: applicationId },
      DeploymentGroupName: { Ref: groupId },
    },
  });
  expect(application.Properties.ComputePlatform).toBe('Lambda');
  expect(group.Properties).toMatchObject({
    DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
    AutoRollbackConfiguration: {
      Enabled: true,
      Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
    },
  });
  const { Enabled, Alarms } = group.Properties.AlarmConfiguration;
  expect(Enabled).toBe(true);
  expect(Alarms.map(({ Name }: any) => Name.Ref.replace(/[0-9A-F]{8}$/, ''))).toEqual([
    'ApiFaults',
    'PostsFail',
  ]);
});

it('lets CodeDeploy only shift the alias and read alarms', () => {
  const [[, role], ...others] = ofType(canary(), 'AWS::IAM::Role').filter(([id]) =>
    id.startsWith('GradualDeployment'),
  ) as [[string, any]];
  expect(others).toEqual([]);
  const [move, read, ...more] = role.Properties.Policies[0].PolicyDocument.Statement;
  expect(more).toEqual([]);
  expect(move.Action).toEqual([
    'lambda:GetAlias',
    'lambda:GetProvisionedConcurrencyConfig',
    'lambda:UpdateAlias',
  ]);
  expect(JSON.stringify(move.Resource)).toMatch(/SubmitForm\w+","Arn"\]\},\{.*":live"/);
  expect(read.Action).toBe('cloudwatch:DescribeAlarms');
  expect(role.Properties).not.toHaveProperty('ManagedPolicyArns');
});

it('reserves concurrency for the function, shared by all its versions', () => {
  const template = templateWith({
    'svc:gradualDeployment': { type: 'linear10PercentEvery2Minutes' },
    'svc:ingestReservedConcurrency': 50,
  });
  const reserved = ofType(template, 'AWS::Lambda::Function').filter(
    ([, { Properties }]) => Properties?.['ReservedConcurrentExecutions'] === 50,
  );
  expect(reserved.map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(['HttpSubmitFormFunction']);
  const [[, group]] = ofType(template, 'AWS::CodeDeploy::DeploymentGroup') as [[string, any]];
  expect(group.Properties.DeploymentConfigName).toBe('CodeDeployDefault.LambdaLinear10PercentEvery2Minutes');
});

it('is left out without the setting', () => {
  for (const type of [
    'Lambda::Alias',
    'Lambda::Version',
    'CodeDeploy::DeploymentGroup',
    'CodeDeploy::Application',
  ])
    expect(ofType(plain(), `AWS::${type}`)).toEqual([]);
});

it("supports all of CodeDeploy's configurations except all-at-once", () => {
  // https://docs.aws.amazon.com/codedeploy/latest/userguide/deployment-configurations.html
  expect(deploymentTypes.toSorted()).toEqual([
    'canary10Percent10Minutes',
    'canary10Percent15Minutes',
    'canary10Percent30Minutes',
    'canary10Percent5Minutes',
    'linear10PercentEvery10Minutes',
    'linear10PercentEvery1Minute',
    'linear10PercentEvery2Minutes',
    'linear10PercentEvery3Minutes',
  ]);
});

it.each([[{ type: 'canary' }], [{ type: 'allAtOnce' }], [{}], [true]])('refuses %j', (value) => {
  const { node } = new App({ context: { 'svc:gradualDeployment': value } });
  expect(() => stageSettings(node)).toThrow('Invalid setting "svc:gradualDeployment');
});
