/** The roles of a template's functions, with the statements of their policies. */
import * as z from 'zod';
import { RunnerError } from '../runner-error.ts';
import type { Stack } from '../template/stack.ts';
import type { PolicyStatement } from './policy.ts';

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

const document = z.object({ Statement: z.array(statement) });

const roleProperties = z.object({
  Policies: z.array(z.object({ PolicyDocument: document })).default([]),
  ManagedPolicyArns: z.array(z.string()).default([]),
});

const policyProperties = z.object({ PolicyDocument: document, Roles: z.array(z.string()) });

/**
 * The statements of each role, by the role's ARN.
 * @throws RunnerError for a managed policy, whose statements the template does not tell
 */
export function statementsOfRoles(stack: Stack): ReadonlyMap<string, readonly PolicyStatement[]> {
  const policies = stack.resources(['AWS::IAM::Policy'], policyProperties);
  return new Map(
    stack.resources(['AWS::IAM::Role'], roleProperties).map(({ logicalId, ref, attributes, properties }) => {
      const [managed] = properties.ManagedPolicyArns;
      if (managed !== undefined && !/AWSLambdaBasicExecutionRole$/.test(managed))
        throw new RunnerError(`${logicalId}: the runner does not know the managed policy ${managed}`);
      const own = properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      const attached = policies
        .filter((policy) => policy.properties.Roles.includes(ref))
        .flatMap((policy) => policy.properties.PolicyDocument.Statement);
      return [attributes['Arn'] ?? ref, [...own, ...attached]];
    }),
  );
}

const tableProperties = z.object({
  KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
});

/** Name of each table's partition key, by the table's local name. */
export function partitionKeys(stack: Stack): Record<string, string> {
  return Object.fromEntries(
    stack
      .resources(['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'], tableProperties)
      .map(({ ref, properties }) => [
        ref,
        properties.KeySchema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '',
      ]),
  );
}
