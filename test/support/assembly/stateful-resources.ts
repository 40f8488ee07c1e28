/**
 * Finds a template's resources that store data or have an address, and their properties that must not change.
 */
import { EVERYTHING_ON } from './everything-on.ts';
import { templateWith, type StageTemplate } from './templates.ts';

/**
 * Properties that can't be changed in place, by resource type. CloudFormation would replace the resource
 * ("Update requires: Replacement" in its reference) or, for Cognito user pools, AWS would refuse the change.
 */
const KEPT = {
  'AWS::DynamoDB::GlobalTable': ['TableName', 'KeySchema', 'LocalSecondaryIndexes'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::KMS::Key': ['KeyUsage', 'KeySpec', 'MultiRegion', 'Origin'],
  'AWS::Cognito::UserPool': ['UsernameAttributes', 'AliasAttributes', 'UsernameConfiguration', 'Schema'],
  'AWS::Cognito::UserPoolClient': ['UserPoolId', 'GenerateSecret'],
  'AWS::Cognito::UserPoolDomain': ['UserPoolId', 'Domain'],
  'AWS::Backup::BackupVault': ['BackupVaultName', 'EncryptionKeyArn'],
  // Functions cache secrets and would reject a new value until they restart.
  'AWS::SecretsManager::Secret': ['Name', 'GenerateSecretString'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::Events::EventBus': ['Name'],
  'AWS::StepFunctions::StateMachine': ['StateMachineName', 'StateMachineType'],
  // Web forms, programs and DNS records use the addresses of these resources.
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
  'AWS::CloudFront::Distribution': [],
} as const satisfies Record<string, readonly string[]>;

/** Matches types of resources that can be re-created without losing data. */
export const STATELESS: readonly RegExp[] = [
  /^AWS::IAM::/,
  /^AWS::Lambda::/,
  /^AWS::CloudWatch::/,
  /^AWS::Budgets::/,
  /^AWS::CodeDeploy::/,
  // Log entries expire anyway, so log resources may be re-created.
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

/**
 * Matches CDK's helper resources for emptying and copying buckets. They contain code during a deployment, but
 * no data.
 */
const HELPERS = /^Custom|WebFunctionAssetBucket/;

export interface StatefulResource {
  readonly type: string;
  /** True if the resource is retained after it's removed from the stack. */
  readonly retained: boolean;
  readonly properties: Readonly<Record<string, unknown>>;
}
export type StatefulResources = Readonly<Record<string, StatefulResource>>;

export const isStateful = (type: string): type is keyof typeof KEPT => type in KEPT;

/** Returns the stateful resources by logical id, in template order. */
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

/**
 * Returns the types of a table's key attributes. Other attribute definitions can change when indexes change.
 */
function keyTypes({ KeySchema, AttributeDefinitions }: Record<string, any>): unknown {
  const keys: unknown[] = KeySchema.map(({ AttributeName }: { AttributeName: string }) => AttributeName);
  return AttributeDefinitions.filter(({ AttributeName }: { AttributeName: string }) =>
    keys.includes(AttributeName),
  );
}

/**
 * Returns one line for each resource that an upgrade would remove, replace or stop retaining. New resources
 * are ignored.
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

/** Settings of the stages that are compared between releases, by stage name. */
export const RELEASED_STAGES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'with a mail sender': { 'svc:mailSender': 'Forms <forms@example.com>' },
  'with everything on': { ...EVERYTHING_ON, 'svc:deleteDataWithStack': false },
};

export const statefulNow = (stage: string): StatefulResources =>
  statefulResources(templateWith(RELEASED_STAGES[stage] ?? {}));
