/**
 * Runs cdk-nag's AwsSolutions rules and a state machine validator on the stack, with and without optional
 * settings.
 */
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import aslValidator from 'asl-validator';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { testContext } from '../support/assembly/test-context.ts';
import { FormServiceStack } from '../../lib/form-service-stack.ts';
import { stageSettings } from '../../lib/settings/stage-settings.ts';
import { EVERYTHING_ON } from '../support/assembly/everything-on.ts';
import { template } from '../support/assembly/assembly.ts';
import { acknowledgeSilentAlarms } from '../support/assembly/templates.ts';

/** A cdk-nag rule, and the construct that violates it. */
interface Finding {
  readonly rule: string;
  readonly construct: string;
}

interface Accepted {
  /** Matches the rule's name without its pack's name, or a single finding such as `IAM5[Resource::*]`. */
  readonly rule: RegExp;
  readonly construct: RegExp;
  readonly because: string;
}

/** Accepted cdk-nag findings, each with a reason. The test fails if an entry isn't needed. */
const ALWAYS: readonly Accepted[] = [
  {
    rule: /^IAM5\[Resource::<StorageAttachments\w+\.Arn>\/(frm_\*|uploads\/\*|\*)\]$/,
    construct: /./,
    because: 'object keys contain ids that aren’t known in advance, so roles are limited to a folder',
  },
  {
    rule: /^IAM5\[Resource::<StorageExports\w+\.Arn>\/data-requests\/\*\]$/,
    construct: /\/(EraseData|GetDataRequest|RunDataRequest)\//,
    because: 'object keys contain ids that aren’t known in advance, so roles are limited to a folder',
  },
  {
    rule: /^IAM5\[Resource::<StorageExports\w+\.Arn>\/imports\/\*\]$/,
    construct: /\/(CreateImport|EraseData|RunFormJob)\//,
    because: 'object keys contain ids that aren’t known in advance, so roles are limited to a folder',
  },
  {
    rule: /^IAM5\[Resource::<StorageExports\w+\.Arn>\/search\/\*\]$/,
    construct: /\/(Agents|EraseData|ListAllSubmissions|ListSubmissions|RunFormJob)\//,
    because: 'object keys contain ids that aren’t known in advance, so roles are limited to a folder',
  },
  {
    rule: /^IAM5\[Resource::<StorageExports\w+\.Arn>\/(acc|frm)_\*\]$/,
    construct: /\/(EraseData|ExportSubmissions|RunFormJob)\//,
    because: 'large exports have random keys, so roles are limited to those of accounts and forms',
  },
  {
    rule: /^IAM5\[Resource::<\w+Bucket\w+\.Arn>\/aws\/lambda\/\*\]$/,
    construct: /./,
    because: 'Lambda chooses the object keys of failed batches',
  },
  {
    rule: /^IAM5\[Resource::\*\]$/,
    construct: /\/RetryLadderRole\//,
    because:
      'log delivery doesn’t support resource-level permissions (AWS, "Logging to CloudWatch Logs from Step Functions")',
  },
  {
    rule: /^SF1$/,
    construct: /\/RetryLadder\//,
    because: 'only errors are logged, because logging every event of every retry would be expensive',
  },
];

const WITHOUT_SETTINGS: readonly Accepted[] = [
  {
    rule: /^S1$/,
    construct: /./,
    because: 'bucket access logs cost money for each request; svc:bucketAccessLogDays turns them on',
  },
  {
    rule: /^SF2$/,
    construct: /\/RetryLadder\//,
    because: 'traces cost money for each attempt; svc:tracing turns them on',
  },
];

const WITH_EVERYTHING: readonly Accepted[] = [
  {
    rule: /^COG1$/,
    construct: /\/UserPool\//,
    because: 'users sign in with a code or a passkey instead of a password',
  },
  {
    rule: /^COG2$/,
    construct: /\/UserPool\//,
    because:
      'codes and passkeys don’t need a second factor; stages with stricter rules can use their own issuer (svc:oidc)',
  },
  {
    rule: /^COG8$/,
    construct: /\/UserPool\//,
    because: 'the Plus plan costs more for each user, and Essentials already includes passkeys',
  },
  {
    rule: /^IAM5\[Resource::\*\]$/,
    construct: /\/(Role|WriteLog)\//,
    because:
      'X-Ray doesn’t support resource-level permissions (svc:tracing); without the setting, these roles follow the rule',
  },
  {
    rule: /^S1$/,
    construct: /(AccessLogs|WebFunctionAssetBucket)\//,
    because:
      'one bucket contains the access logs; the other is CDK’s and contains code that is uploaded during deployment',
  },
  {
    rule: /^IAM5\[(Action::s3:(Abort|DeleteObject)\*|Resource::.*(WebFunctionAssetBucket|cdk-hnb659fds-assets).*)\]$/,
    construct: /\/CopyRole\//,
    because: 'copies code between two CDK buckets during deployment, with hashes as object keys',
  },
  {
    rule: /^IAM4\[Policy::.*AWSBackupServiceRolePolicyFor(Backup|S3Backup)\]$/,
    construct: /\/DataBackup\/Role\//,
    because: 'AWS keeps these managed policies up to date for AWS Backup',
  },
  {
    rule: /^IAM5\[Resource::.*:alarm:\*\]$/,
    construct: /\/GradualDeployment\/Role\//,
    because: 'CodeDeploy only reads alarms, whose names CloudFormation generates during deployment',
  },
];

const WITH_EDGE: readonly Accepted[] = [
  {
    rule: /^CFR1$/,
    construct: /\/Distribution\//,
    because: 'visitors from every country can submit forms',
  },
  {
    rule: /^CFR3$/,
    construct: /\/Distribution\//,
    because: 'the API already logs each request, without visitors’ IP addresses',
  },
  {
    rule: /^SMG4$/,
    construct: /\/EdgeSecrets\//,
    because:
      'the distribution must learn a new secret in the same deployment: svc:edgeSecretVersion rotates it',
  },
];

const WITH_EDGE_ALONE: readonly Accepted[] = [
  {
    rule: /^CFR2$/,
    construct: /\/Distribution\//,
    because: 'a web ACL has a monthly cost, and the service already has rate limits; svc:webAclArn adds one',
  },
  {
    rule: /^CFR4$/,
    construct: /\/Distribution\//,
    because:
      'CloudFront’s default host name only supports the default TLS versions; svc:domain requires TLS 1.2',
  },
];

const CERTIFICATE = 'arn:aws:acm:eu-central-1:123456789012:certificate/11111111-2222';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-test-nag-'));
  writeFileSync(join(folder, 'index.mjs'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

const report = z.object({
  pluginReports: z.array(
    z.object({
      violations: z.array(
        z.object({
          ruleName: z.string(),
          violatingConstructs: z.array(z.object({ constructPath: z.string() })),
        }),
      ),
    }),
  ),
});

/** Returns all cdk-nag findings for the stack of a stage with these settings. */
function findings(name: string, context: Record<string, unknown>): Finding[] {
  const outdir = join(folder, name);
  const app = new App({ outdir, context: { ...testContext, ...context } });
  const code = join(folder, 'code');
  mkdirSync(code, { recursive: true });
  writeFileSync(join(code, 'index.mjs'), '');
  const bundles = { get: () => code } as unknown as ReadonlyMap<string, string>;
  acknowledgeSilentAlarms(
    new FormServiceStack(app, 'svc-forms-prod', { settings: stageSettings(app.node), bundles }),
  );
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  // If a rule is violated, synthesis writes a report and throws an error.
  expect(() => app.synth()).toThrow();
  const { pluginReports } = report.parse(
    JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')),
  );
  return pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(({ constructPath }) => ({
        rule: ruleName.replace(/^(AwsSolutions(::|-))+/, ''),
        construct: constructPath,
      })),
    ),
  );
}

it.each([
  ['without settings', {}, WITHOUT_SETTINGS],
  ['with everything on', EVERYTHING_ON, [...WITH_EVERYTHING, ...WITH_EDGE]],
  ['with only an edge', { 'svc:edge': true }, [...WITHOUT_SETTINGS, ...WITH_EDGE, ...WITH_EDGE_ALONE]],
  [
    'with only a domain',
    { 'svc:domain': { name: 'forms.example.com', certificateArn: CERTIFICATE } },
    WITHOUT_SETTINGS,
  ],
] as const)('violates AwsSolutions rules %s only with a documented reason', (name, context, also) => {
  const found = findings(name, context);
  const accepted = [...ALWAYS, ...also];
  const matches = (finding: Finding) => (one: Accepted) =>
    one.rule.test(finding.rule) && one.construct.test(finding.construct);
  expect(found.filter((finding) => !accepted.some(matches(finding)))).toEqual([]);
  const unused = accepted.filter((one) => !found.some((finding) => matches(finding)(one)));
  expect(unused.map(({ because }) => because)).toEqual([]);
});

it('has state machines that are valid in the Step Functions language', () => {
  const machines = Object.values(template().Resources).filter(
    ({ Type }) => Type === 'AWS::StepFunctions::StateMachine',
  );
  expect(machines).toHaveLength(1);
  for (const { Properties } of machines) {
    const { isValid, errors } = aslValidator(definitionOf(Properties['DefinitionString']));
    expect(errors).toEqual([]);
    expect(isValid).toBe(true);
  }
});

/**
 * Returns the state machine definition with "aws" as the partition and a sample ARN in place of every other
 * reference.
 */
function definitionOf(text: unknown): Record<string, unknown> {
  const { 'Fn::Join': joined } = z
    .object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) })
    .parse(text);
  const arn = 'arn:aws:lambda:eu-central-1:123456789012:function:sample';
  const parts = joined[1].map((part) => {
    if (typeof part === 'string') return part;
    return JSON.stringify(part) === '{"Ref":"AWS::Partition"}' ? 'aws' : arn;
  });
  return JSON.parse(parts.join(joined[0])) as Record<string, unknown>;
}
