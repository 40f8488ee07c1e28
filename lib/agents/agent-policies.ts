/**
 * Combines the permissions of many grants into as few managed policies as possible. The agents' function
 * needs more permissions than fit into a role's inline policies, and IAM allows only ten managed policies per
 * role.
 */
import { Stack, Token } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import * as z from 'zod';
import type { VariableName } from '../../lambdas/environment.ts';
import type { Grant, GrantTarget } from '../aws/service-function.ts';
import { SharedPolicy } from '../aws/shared-policy.ts';

/**
 * Maximum size of each policy in characters. IAM allows 6,144 characters. The difference leaves room for
 * references whose ARN is longer than assumed.
 */
const MAX_CHARACTERS = 5_000;
/** Assumed length of the ARN that replaces a reference. */
const ARN = 'x'.repeat(100);

/** Collects the grants' statements and variables. */
class CollectedGrants extends Construct implements GrantTarget {
  readonly document = new PolicyDocument({ minimize: true });
  readonly variables = new Map<VariableName, string>();

  setVariable(name: VariableName, value: string): void {
    this.variables.set(name, value);
  }

  allow(statement: PolicyStatement): void {
    this.document.addStatements(statement);
  }

  share(other: SharedPolicy): void {
    other.applyTo(this);
  }
}

const statement = z.looseObject({ Resource: z.union([z.array(z.unknown()), z.unknown()]) });
const statements = z.object({ Statement: z.array(statement) });

/** Turns references back into tokens, because CDK only accepts strings as resources. */
function toStatement({ Resource, ...rest }: z.infer<typeof statement>): PolicyStatement {
  const resources = [Resource].flat().map((each) => (typeof each === 'string' ? each : Token.asString(each)));
  return PolicyStatement.fromJson({ ...rest, Resource: resources });
}

/** Returns a grant that combines `grants` into managed policies in this scope. */
export function inManagedPolicies(scope: Construct, id: string, grants: readonly Grant[]): Grant {
  return (fn) => {
    const collected = new CollectedGrants(scope, id);
    for (const grant of grants) grant(collected);
    const { Statement: all } = statements.parse(Stack.of(scope).resolve(collected.document));
    for (const [index, some] of packed(all).entries()) {
      const document = some.map(toStatement);
      fn.share(
        new SharedPolicy(collected, `Part${index + 1}`, [
          (part) => document.forEach((each) => part.allow(each)),
        ]),
      );
    }
    for (const [name, value] of collected.variables) fn.setVariable(name, value);
  };
}

/** Distributes the statements over several policies, so that no policy is too large. */
function packed<Statement>(all: readonly Statement[]): Statement[][] {
  const parts: { size: number; statements: Statement[] }[] = [];
  const bySize = all.map((each) => ({ each, size: sizeOf(each) })).sort((a, b) => b.size - a.size);
  for (const { each, size } of bySize) {
    const part = parts.find((some) => some.size + size <= MAX_CHARACTERS);
    if (part) {
      part.size += size;
      part.statements.push(each);
    } else parts.push({ size, statements: [each] });
  }
  return parts.map(({ statements: some }) => some);
}

const sizeOf = (statement: unknown): number => JSON.stringify(statement, withArns).length + 1;

/** Replaces references, which become ARNs when the stack is deployed. */
const withArns = (_name: string, value: unknown): unknown =>
  typeof value === 'object' &&
  value !== null &&
  ['Ref', 'Fn::GetAtt', 'Fn::Join', 'Fn::Sub'].some((key) => key in value)
    ? ARN
    : value;
