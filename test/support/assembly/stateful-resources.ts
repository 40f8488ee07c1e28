/** Finds a template's resources that keep data or an address, and the properties that must not change. */
import { EVERYTHING_ON } from './everything-on.ts';
import { templateWith, type StageTemplate } from './templates.ts';

/**
 * Properties by type whose change makes CloudFormation replace the resource, or AWS refuse it: "Update
 * requires: Replacement" in CloudFormation's reference, and for user pools what Cognito can't change.
 */
const KEPT = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::KMS::Key': ['KeyUsage', 'KeySpec', 'MultiRegion', 'Origin'],
  'AWS::Cognito::UserPool': ['UsernameAttributes', 'AliasAttributes', 'UsernameConfiguration', 'Schema'],
  'AWS::Cognito::UserPoolClient': ['UserPoolId', 'GenerateSecret'],
  'AWS::Cognito::UserPoolDomain': ['UserPoolId', 'Domain'],
  'AWS::Backup::BackupVault': ['BackupVaultName', 'EncryptionKeyArn'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::Events::EventBus': ['Name'],
  'AWS::StepFunctions::StateMachine': ['StateMachineName', 'StateMachineType'],
  // Web forms, programs and DNS records contain their addresses.
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::CloudFront::Distribution': [],
} as const satisfies Record<string, readonly string[]>;

/** Types that can be re-created without losing anything. */
export const STATELESS: readonly RegExp[] = [
  /^AWS::IAM::/,
  /^AWS::Lambda::/,
  /^AWS::CloudWatch::/,
  /^AWS::CodeDeploy::/,
  // Logs expire.
  /^AWS::Logs::/,
  /^AWS::Events::(Rule|Connection|ApiDestination)$/,
  /^AWS::(S3::Bucket|SQS::Queue|SNS::Topic)Policy$/,
  /^AWS::SNS::Subscription$/,
  /^AWS::SES::ConfigurationSet/,
  /^AWS::ApiGatewayV2::(Stage|DomainName|ApiMapping)$/,
  /^AWS::CloudFront::(Function|KeyValueStore|OriginRequestPolicy|ResponseHeadersPolicy|CachePolicy)$/,
  /^AWS::Cognito::ManagedLoginBranding$/,
  /^AWS::Backup::Backup(Plan|Selection)$/,
  /^AWS::KMS::Alias$/,
  /^AWS::Route53::RecordSet$/,
  /^Custom::/,
];

/** CDK's own resources for emptying and copying. They contain code during a deployment, but no data. */
const HELPERS = /^Custom|WebFunctionAssetBucket/;

export interface StatefulResource {
  readonly type: string;
  /** Whether it is retained when it leaves the stack. */
  readonly retained: boolean;
  readonly properties: Readonly<Record<string, unknown>>;
}
export type StatefulResources = Readonly<Record<string, StatefulResource>>;

export const isStateful = (type: string): type is keyof typeof KEPT => type in KEPT;

/** Returns them by logical id, in template order. */
export function statefulResources({ Resources }: StageTemplate): StatefulResources {
  return Object.fromEntries(
    Object.entries(Resources).flatMap(([id, { Type, Properties = {}, DeletionPolicy }]) => {
      if (!isStateful(Type) || HELPERS.test(id)) return [];
      const properties = [
        ...KEPT[Type].flatMap((name) => (name in Properties ? [[name, Properties[name]]] : [])),
        ...('KeySchema' in Properties ? [['KeyTypes', keyTypes(Properties)]] : []),
      ];
      const retained = (DeletionPolicy ?? 'Delete').startsWith('Retain');
      return [[id, { type: Type, retained, properties: Object.fromEntries(properties) }]];
    }),
  );
}

/** Returns the types of a table's key attributes; others may come and go with indexes. */
function keyTypes({ KeySchema, AttributeDefinitions }: Record<string, any>): unknown {
  const keys: unknown[] = KeySchema.map(({ AttributeName }: { AttributeName: string }) => AttributeName);
  return AttributeDefinitions.filter(({ AttributeName }: { AttributeName: string }) =>
    keys.includes(AttributeName),
  );
}

/**
 * Returns a line for each resource that an upgrade would remove, replace, or stop retaining; none for new
 * ones.
 */
export function removedResources(released: StatefulResources, now: StatefulResources): string[] {
  return Object.entries(released).flatMap(([id, before]) => {
    const after = now[id];
    if (after?.type !== before.type) return [`${id} (${before.type}) is removed`];
    const names = new Set([...Object.keys(before.properties), ...Object.keys(after.properties)]);
    const changed = [...names].filter(
      (name) => JSON.stringify(before.properties[name]) !== JSON.stringify(after.properties[name]),
    );
    return [
      ...changed.map((name) => `${id} (${before.type}) is replaced: ${name}`),
      ...(before.retained && !after.retained ? [`${id} (${before.type}) is no longer retained`] : []),
    ];
  });
}

/** Stages on which a release is compared. */
export const RELEASED_STAGES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'with a mail sender': { 'svc:mailSender': 'Forms <forms@example.com>' },
  'with everything on': { ...EVERYTHING_ON, 'svc:deleteDataWithStack': false },
};

export const statefulNow = (stage: string): StatefulResources =>
  statefulResources(templateWith(RELEASED_STAGES[stage] ?? {}));
