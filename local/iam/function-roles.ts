/** Reads the template's policies for function roles, buckets, queues and keys. */
import * as z from 'zod';
import { RunnerError } from '../runner-error.ts';
import type { Stack } from '../template/stack.ts';
import { arn } from '../aws-names.ts';
import type { TableKeys } from './dynamodb-calls.ts';
import type { PolicyStatement, ResourcePolicy } from './policy.ts';

const texts = z
  .union([z.string(), z.array(z.string())])
  .transform((one): readonly string[] => (typeof one === 'string' ? [one] : one));

const statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(['Allow', 'Deny']),
  Action: texts,
  Resource: texts,
  Condition: z.record(z.string(), z.record(z.string(), texts)).optional(),
});

/** Ignores principals other than AWS accounts and roles, because only those can match a function's role. */
const principals = z.union([z.literal('*'), z.object({ AWS: texts.optional() })]).transform((given) => {
  if (given === '*') return ['*'];
  return given.AWS ?? [];
});

const resourceDocument = z.object({
  Statement: z.array(
    statement.extend({ Principal: principals }).transform(({ Principal, ...rest }) => ({
      ...rest,
      principals: Principal,
    })),
  ),
});

const document = z.object({ Statement: z.array(statement) });

const roleProperties = z.object({
  Policies: z.array(z.object({ PolicyDocument: document })).default([]),
  ManagedPolicyArns: z.array(z.string()).default([]),
});

const policyProperties = z.object({ PolicyDocument: document, Roles: z.array(z.string()) });
const managedPolicyProperties = z.object({ PolicyDocument: document });

/**
 * Returns the policy statements of all roles, keyed by the role's ARN.
 * @throws RunnerError for a managed policy whose statements are not in the template
 */
export function statementsOfRoles(stack: Stack): ReadonlyMap<string, readonly PolicyStatement[]> {
  const policies = stack.resources(['AWS::IAM::Policy'], policyProperties);
  const managed = new Map(
    stack
      .resources(['AWS::IAM::ManagedPolicy'], managedPolicyProperties)
      .map(({ ref, properties }) => [ref, properties.PolicyDocument.Statement]),
  );
  return new Map(
    stack.resources(['AWS::IAM::Role'], roleProperties).map(({ logicalId, ref, attributes, properties }) => {
      const shared = properties.ManagedPolicyArns.flatMap((policy) => {
        const statements = managed.get(policy);
        if (statements === undefined && !/AWSLambdaBasicExecutionRole$/.test(policy))
          throw new RunnerError(
            `${logicalId}: the local runner does not support the managed policy ${policy}`,
          );
        return statements ?? [];
      });
      const own = properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      const attached = policies
        .filter((policy) => policy.properties.Roles.includes(ref))
        .flatMap((policy) => policy.properties.PolicyDocument.Statement);
      return [attributes['Arn'] ?? ref, [...own, ...shared, ...attached]];
    }),
  );
}

const bucketPolicy = z.object({ Bucket: z.string(), PolicyDocument: resourceDocument });
const queuePolicy = z.object({ Queues: z.array(z.string()), PolicyDocument: resourceDocument });
const key = z.object({ KeyPolicy: resourceDocument });

/** Returns the policies of the stack's buckets, queues and keys. */
export function resourcePolicies(stack: Stack): ResourcePolicy[] {
  const ofBuckets = stack.resources(['AWS::S3::BucketPolicy'], bucketPolicy).map(({ properties }) => ({
    of: [`arn:aws:s3:::${properties.Bucket}`, `arn:aws:s3:::${properties.Bucket}/*`],
    decidesAlone: false,
    statements: properties.PolicyDocument.Statement,
  }));
  const ofQueues = stack.resources(['AWS::SQS::QueuePolicy'], queuePolicy).map(({ properties }) => ({
    of: properties.Queues.map((url) => arn('sqs', url.split('/').at(-1) ?? '')),
    decidesAlone: false,
    statements: properties.PolicyDocument.Statement,
  }));
  const ofKeys = stack.resources(['AWS::KMS::Key'], key).map(({ attributes, properties }) => ({
    of: [attributes['Arn'] ?? ''],
    decidesAlone: true,
    statements: properties.KeyPolicy.Statement,
  }));
  return [...ofBuckets, ...ofQueues, ...ofKeys];
}

const tableProperties = z.object({
  Replicas: z
    .array(z.object({ SSESpecification: z.object({ KMSMasterKeyId: z.string() }).optional() }))
    .default([]),
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
});

/** Returns the partition keys and encryption keys of all tables, keyed by the table's local name. */
export function tableKeys(stack: Stack): TableKeys {
  return Object.fromEntries(
    stack
      .resources(['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'], tableProperties)
      .map(({ ref, properties }) => {
        const partition = properties.KeySchema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
        const encryption = properties.Replicas[0]?.SSESpecification?.KMSMasterKeyId;
        return [ref, { partition, encryption }];
      }),
  );
}
