/** Tests that two stages, or one stage in two regions, can exist in the same account. */
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
let bundles: ReadonlyMap<string, string>;
beforeAll(() => {
  code = mkdtempSync(join(tmpdir(), 'svc-test-code-'));
  writeFileSync(join(code, 'index.mjs'), '');
  bundles = { get: () => code } as unknown as ReadonlyMap<string, string>;
});
afterAll(() => rmSync(code, { recursive: true }));

/** Properties that must be unique within an account and region, or globally. */
const NAMES = [
  ...['FunctionName', 'RoleName', 'TableName', 'BucketName', 'QueueName', 'TopicName', 'LogGroupName'],
  ...['DashboardName', 'AlarmName', 'StateMachineName', 'BackupVaultName', 'BackupPlanName', 'UserPoolName'],
  ...['Domain', 'ApplicationName', 'DeploymentGroupName', 'AliasName', 'PolicyName', 'DomainName'],
];
/** Resource types that have their name in the `Name` property. */
const NAMED =
  /::(ConfigurationSet|Function|EventBus|Rule|Archive|ManagedLoginBranding|KeyValueStore|ScheduleGroup|Schedule|QueryDefinition)$/;

/**
 * Returns the resource names in the template, each with its resource type. Names that CloudFormation
 * generates are omitted.
 */
function namesIn(resources: Record<string, any>): string[] {
  return Object.values(resources).flatMap(({ Type, Properties = {} }) =>
    [...NAMES, ...(NAMED.test(Type) ? ['Name'] : [])]
      .filter((property) => property in Properties)
      // Skip names that refer to a resource in the stack, because these are as unique as that resource.
      .filter((property) => !/"(Ref|Fn::GetAtt)":(?!"AWS::)/.test(JSON.stringify(Properties[property])))
      .map((property) => `${Type} ${JSON.stringify(Properties[property])}`),
  );
}

it.each([
  ['without settings', {}],
  ['with everything on', EVERYTHING_ON],
])('gives the resources of a stage %s different names from those of another stage', (_, context) => {
  const app = new App({ context: { ...testContext, ...context } });
  const settings = stageSettings(app.node);
  const stacks = ['prod', 'test'].map(
    (stage) => new FormServiceStack(app, `svc-forms-${stage}`, { stage, settings, bundles }),
  );
  const [prod, test] = stacks.map(
    (stack) => Template.fromStack(stack).toJSON()['Resources'] as Record<string, any>,
  );
  const taken = new Set(namesIn(prod!));
  // The names of all API functions are included.
  expect(taken.size).toBeGreaterThan(60);
  expect(namesIn(test!).filter((name) => taken.has(name))).toEqual([]);
  // The stage name doesn't affect the number of resources.
  expect(Object.keys(test!).length).toBe(Object.keys(prod!).length);
});

/** Resource types that need a unique name across all regions of an account. */
const GLOBAL = /^AWS::(CloudFront|IAM|Budgets|CloudWatch::Dashboard)/;

/** Returns the names of global resources, each with its resource type. */
function globalNamesIn(resources: Record<string, any>): string[] {
  return Object.values(resources)
    .filter(({ Type }) => GLOBAL.test(Type))
    .flatMap(({ Type, Properties = {} }) => {
      const { CachePolicyConfig, Budget, Name, DashboardName, RoleName, ManagedPolicyName, GroupName } =
        Properties;
      return [
        CachePolicyConfig?.Name,
        Budget?.BudgetName,
        Name,
        DashboardName,
        RoleName,
        ManagedPolicyName,
        GroupName,
      ]
        .filter((name) => name !== undefined)
        .map((name) => `${Type} ${JSON.stringify(name)}`);
    });
}

it('gives global resources different names for the same stage in another region', () => {
  const namesOf = (region: string): string[] => {
    const everything = JSON.stringify(EVERYTHING_ON).replaceAll('us-gov-west-1', region);
    const app = new App({ context: { ...testContext, ...(JSON.parse(everything) as object) } });
    const settings = stageSettings(app.node);
    const stack = new FormServiceStack(app, 'svc-forms-prod', {
      settings,
      bundles,
      env: { account: '123456789012', region },
    });
    const names = globalNamesIn(Template.fromStack(stack).toJSON()['Resources'] as Record<string, any>);
    return names.map((name) => name.replace('{"Ref":"AWS::Region"}', region));
  };
  const ireland = namesOf('eu-west-1');
  expect(ireland.filter((name) => /::(Dashboard|CachePolicy|Function) /.test(name)).length).toBeGreaterThan(
    2,
  );
  const taken = new Set(ireland);
  expect(namesOf('eu-central-1').filter((name) => taken.has(name))).toEqual([]);
});
