/** Two stages side by side in one account and region. */
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { featureFlags } from '../../lib/settings/feature-flags.ts';
import { FormServiceStack } from '../../lib/form-service-stack.ts';
import { stageSettings } from '../../lib/settings/stage-settings.ts';
import { EVERYTHING_ON } from '../support/assembly/everything-on.ts';

let code: string;
let bundles: ReadonlyMap<string, string>;
beforeAll(() => {
  code = mkdtempSync(join(tmpdir(), 'svc-test-code-'));
  writeFileSync(join(code, 'index.mjs'), '');
  bundles = { get: () => code } as unknown as ReadonlyMap<string, string>;
});
afterAll(() => rmSync(code, { recursive: true }));

/** Properties by which AWS knows a resource in its account and region, or everywhere. */
const NAMES = [
  ...['FunctionName', 'RoleName', 'TableName', 'BucketName', 'QueueName', 'TopicName', 'LogGroupName'],
  ...['DashboardName', 'AlarmName', 'StateMachineName', 'BackupVaultName', 'BackupPlanName', 'UserPoolName'],
  ...['Domain', 'ApplicationName', 'DeploymentGroupName', 'AliasName', 'PolicyName', 'DomainName'],
];
/** Types whose name is called just so. */
const NAMED =
  /::(ConfigurationSet|Function|EventBus|Rule|Archive|ManagedLoginBranding|KeyValueStore|ScheduleGroup|Schedule)$/;

/** The names that the template gives, each with the type of its resource; not those that CloudFormation makes. */
function namesIn(resources: Record<string, any>): string[] {
  return Object.values(resources).flatMap(({ Type, Properties = {} }) =>
    [...NAMES, ...(NAMED.test(Type) ? ['Name'] : [])]
      .filter((property) => property in Properties)
      // What refers to a resource of the stack is as different as that.
      .filter((property) => !/"(Ref|Fn::GetAtt)":(?!"AWS::)/.test(JSON.stringify(Properties[property])))
      .map((property) => `${Type} ${JSON.stringify(Properties[property])}`),
  );
}

it.each([
  ['without settings', {}],
  ['with everything on', EVERYTHING_ON],
])('has no name of a stage %s in another stage', (_, context) => {
  const app = new App({ context: { ...featureFlags, ...context } });
  const settings = stageSettings(app.node);
  const stacks = ['prod', 'test'].map(
    (stage) => new FormServiceStack(app, `svc-forms-${stage}`, { stage, settings, bundles }),
  );
  const [prod, test] = stacks.map(
    (stack) => Template.fromStack(stack).toJSON()['Resources'] as Record<string, any>,
  );
  const taken = new Set(namesIn(prod!));
  // Every function of the API has a name.
  expect(taken.size).toBeGreaterThan(60);
  expect(namesIn(test!).filter((name) => taken.has(name))).toEqual([]);
  // The same resources, whatever the stage is called.
  expect(Object.keys(test!).length).toBe(Object.keys(prod!).length);
});
