/** Identity policies: which statement of a role allows a call, as IAM evaluates them. */
import { holds, type ConditionBlock, type ConditionValues } from './condition-operators.ts';
import { like } from './wildcards.ts';

/** One statement of a role, its references resolved. */
export interface PolicyStatement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: ConditionBlock | undefined;
}

/** One call of AWS as IAM sees it: a request for several items or tables is several calls. */
export interface AwsCall {
  /** `dynamodb:GetItem`. */
  readonly action: string;
  readonly resource: string;
  /** Condition keys and their values; a key that the request does not have is absent. */
  readonly context: ConditionValues;
}

/**
 * The index of the statement that allows the call; undefined when none does, or one denies it.
 * Only identity policies count here: the stack's resource policies allow nothing to its functions.
 */
export function allowedBy(statements: readonly PolicyStatement[], call: AwsCall): number | undefined {
  const matching = statements.flatMap((statement, index) => (matches(statement, call) ? [index] : []));
  if (matching.some((index) => statements[index]?.Effect === 'Deny')) return undefined;
  return matching[0];
}

/** As AWS words it. */
export function denial(principal: string, { action, resource }: AwsCall): string {
  return (
    `User: ${principal} is not authorized to perform: ${action} on resource: ${resource} ` +
    `because no identity-based policy allows the ${action} action`
  );
}

function matches({ Action, Resource, Condition = {} }: PolicyStatement, call: AwsCall): boolean {
  return (
    Action.some((pattern) => like(pattern.toLowerCase(), call.action.toLowerCase())) &&
    Resource.some((pattern) => like(pattern, call.resource)) &&
    holds(Condition, call.context)
  );
}
