/** Evaluates whether role and resource policies allow a call, as IAM does. */
import { ACCOUNT_ID } from '../aws-names.ts';
import { testOf, type ConditionBlock, type ConditionValues } from './condition-operators.ts';
import { remembered } from './remembered.ts';
import { like } from './wildcards.ts';

/** A statement from a role's policy, with references resolved. */
export interface PolicyStatement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: ConditionBlock | undefined;
}

/** An AWS call as IAM evaluates it. A request for several items or tables counts as several calls. */
export interface AwsCall {
  /** `dynamodb:GetItem`. */
  readonly action: string;
  readonly resource: string;
  /** Condition keys and their values. Contains only the keys in the request. */
  readonly context: ConditionValues;
}

/** A resource policy, such as a bucket policy, reduced to the parts that apply to the stack's functions. */
export interface ResourcePolicy {
  /** ARNs of the resources that the policy is attached to, which can contain wildcards. */
  readonly of: readonly string[];
  /**
   * True for a KMS key, because access depends on the key's own policy, which can delegate the decision to
   * the account's role policies.
   */
  readonly decidesAlone: boolean;
  readonly statements: readonly ResourceStatement[];
}

export interface ResourceStatement extends PolicyStatement {
  /**
   * Role ARNs, `*`, or an account's root ARN, which delegates the decision to the account's role policies.
   */
  readonly principals: readonly string[];
}

/** A caller, and the policies that its calls are checked against. */
export interface Judged {
  readonly roleArn: string;
  readonly statements: readonly PolicyStatement[];
  readonly resourcePolicies: readonly ResourcePolicy[];
}

/**
 * The permission that allows a call. If the role's policy grants it, contains the index of the policy
 * statement.
 */
export type Permission = { readonly statement: number } | { readonly statement?: undefined };

/**
 * Returns the permission that allows the call, according to IAM's rules for calls within the same account
 * (docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html). Returns undefined if
 * no statement allows the call or any statement denies it.
 */
export function permissionFor(judged: Judged, call: AwsCall): Permission | undefined {
  const { statements: own, policies } = candidatesOf(judged)(call.action, call.resource);
  const statement = allowedBy(own, call);
  if (statement === 'denied') return undefined;
  let isLeftToRoles = true;
  let isAllowedByResource = false;
  for (const { decidesAlone, statements } of policies) {
    const matching = statements.filter(({ applies }) => applies(call));
    const about = (principal: string): ResourceStatement[] =>
      matching.filter(({ principals }) => principals.includes(principal));
    const ofCaller = [...about(judged.roleArn), ...about('*')];
    const ofAccount = about(ROOT);
    if ([...ofCaller, ...ofAccount].some(({ Effect }) => Effect === 'Deny')) return undefined;
    if (ofCaller.length > 0) isAllowedByResource = true;
    if (decidesAlone && ofAccount.length === 0) isLeftToRoles = false;
  }
  if (statement !== undefined && isLeftToRoles) return { statement };
  return isAllowedByResource ? {} : undefined;
}

const ROOT = `arn:aws:iam::${ACCOUNT_ID}:root`;

/**
 * A statement with a precompiled test for its conditions. Parsing the conditions for each call would take too
 * long.
 */
type Candidate<Statement> = Statement & { readonly applies: (call: AwsCall) => boolean };

/** Statements that may affect an action on a resource, regardless of their conditions. */
interface Candidates {
  /** Statements from the role, with their indexes. */
  readonly statements: readonly Candidate<PolicyStatement & { readonly index: number }>[];
  readonly policies: readonly (Pick<ResourcePolicy, 'decidesAlone'> & {
    readonly statements: readonly Candidate<ResourceStatement>[];
  })[];
}

const remembering = new WeakMap<Judged, (action: string, resource: string) => Candidates>();

/**
 * Returns a function that looks up the statements to evaluate. Caches the results because functions use the
 * same actions on the same resources repeatedly.
 */
function candidatesOf(judged: Judged): (action: string, resource: string) => Candidates {
  const present = remembering.get(judged);
  if (present) return present;
  const find = remembered((action: string, resource: string): Candidates => {
    const candidates = <Statement extends PolicyStatement>(
      from: readonly Statement[],
    ): Candidate<Statement>[] =>
      from
        .filter((statement) => isAbout(statement, action, resource))
        .map((statement) => ({ ...statement, applies: conditionsOf(statement) }));
    return {
      statements: candidates(judged.statements.map((each, index) => ({ ...each, index }))),
      policies: judged.resourcePolicies
        .filter(({ of }) => of.some((arn) => like(arn, resource)))
        .map(({ decidesAlone, statements }) => ({ decidesAlone, statements: candidates(statements) })),
    };
  });
  remembering.set(judged, find);
  return find;
}

/** Returns the index of the first statement that allows the call, or `'denied'` if a statement denies it. */
function allowedBy(candidates: Candidates['statements'], call: AwsCall): number | 'denied' | undefined {
  const matching = candidates.filter(({ applies }) => applies(call));
  if (matching.some(({ Effect }) => Effect === 'Deny')) return 'denied';
  return matching[0]?.index;
}

/** Returns a function that checks whether a call meets the statement's conditions. */
function conditionsOf({ Condition }: PolicyStatement): (call: AwsCall) => boolean {
  if (Condition === undefined) return () => true;
  const test = testOf(Condition);
  return ({ context }) => test(context);
}

/** Returns AWS's error message for a denied call. */
export function denial(principal: string, { action, resource }: AwsCall): string {
  return (
    `User: ${principal} is not authorized to perform: ${action} on resource: ${resource} ` +
    `because no identity-based policy allows the ${action} action`
  );
}

/** Returns the action and resource patterns in the statement that match the call. */
export function patternsOf({ Action, Resource }: PolicyStatement, call: AwsCall): [string, string] {
  return [
    Action.find((pattern) => like(pattern.toLowerCase(), call.action.toLowerCase())) ?? '',
    Resource.find((pattern) => like(pattern, call.resource)) ?? '',
  ];
}

function isAbout({ Action, Resource }: PolicyStatement, action: string, resource: string): boolean {
  return (
    Action.some((pattern) => like(pattern.toLowerCase(), action.toLowerCase())) &&
    Resource.some((pattern) => like(pattern, resource))
  );
}
