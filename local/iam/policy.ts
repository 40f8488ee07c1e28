/** Evaluates whether the policies of roles and resources allow a call, as IAM does. */
import { ACCOUNT_ID } from '../aws-names.ts';
import { holds, type ConditionBlock, type ConditionValues } from './condition-operators.ts';
import { remembered } from './remembered.ts';
import { like } from './wildcards.ts';

/** One statement of a role, with its references resolved. */
export interface PolicyStatement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: ConditionBlock | undefined;
}

/** One AWS call as IAM sees it. A request for several items or tables is several calls. */
export interface AwsCall {
  /** `dynamodb:GetItem`. */
  readonly action: string;
  readonly resource: string;
  /** Condition keys and their values. A key that the request doesn't have is absent. */
  readonly context: ConditionValues;
}

/** The parts of a resource policy, such as that of a bucket or key, that concern the stack's functions. */
export interface ResourcePolicy {
  /** The resources it belongs to, as ARNs with wildcards. */
  readonly of: readonly string[];
  /**
   * Access to a KMS key is decided by its policy alone, which may delegate it to the policies of the
   * account's roles.
   */
  readonly decidesAlone: boolean;
  readonly statements: readonly ResourceStatement[];
}

export interface ResourceStatement extends PolicyStatement {
  /** Roles, `*`, or an account's root, which means that the policies of the account's roles decide. */
  readonly principals: readonly string[];
}

/** The caller, and the policies to check its calls against. */
export interface Judged {
  readonly roleArn: string;
  /** The statements of the role. */
  readonly statements: readonly PolicyStatement[];
  readonly resourcePolicies: readonly ResourcePolicy[];
}

/** The statement that allows a call, with its index if it belongs to the role. */
export type Permission = { readonly statement: number } | { readonly statement?: undefined };

/**
 * Returns what allows the call
 * (docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html, within one account);
 * undefined if nothing does, or if any statement denies it.
 */
export function permissionFor(judged: Judged, call: AwsCall): Permission | undefined {
  const { statements: own, policies } = candidatesOf(judged)(call.action, call.resource);
  const statement = allowedBy(own, call);
  if (statement === 'denied') return undefined;
  let isLeftToRoles = true;
  let isAllowedByResource = false;
  for (const { decidesAlone, statements } of policies) {
    const matching = statements.filter((statement) => appliesTo(statement, call));
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

/** The statements that may affect calls of an action on a resource, regardless of their conditions. */
interface Candidates {
  /** Statements of the role, with their index in it. */
  readonly statements: readonly (PolicyStatement & { readonly index: number })[];
  readonly policies: readonly ResourcePolicy[];
}

const remembering = new WeakMap<Judged, (action: string, resource: string) => Candidates>();

/** Functions use the same actions on the same resources over and over. */
function candidatesOf(judged: Judged): (action: string, resource: string) => Candidates {
  const present = remembering.get(judged);
  if (present) return present;
  const find = remembered((action: string, resource: string): Candidates => {
    const fits = (statement: PolicyStatement): boolean => isAbout(statement, action, resource);
    return {
      statements: judged.statements.map((each, index) => ({ ...each, index })).filter(fits),
      policies: judged.resourcePolicies
        .filter(({ of }) => of.some((arn) => like(arn, resource)))
        .map((policy) => ({ ...policy, statements: policy.statements.filter(fits) })),
    };
  });
  remembering.set(judged, find);
  return find;
}

/** Returns the index of the first statement that allows the call. */
function allowedBy(candidates: Candidates['statements'], call: AwsCall): number | 'denied' | undefined {
  const matching = candidates.filter((statement) => appliesTo(statement, call));
  if (matching.some(({ Effect }) => Effect === 'Deny')) return 'denied';
  return matching[0]?.index;
}

/** Whether the conditions of a statement hold. */
const appliesTo = ({ Condition }: PolicyStatement, call: AwsCall): boolean =>
  Condition === undefined || holds(Condition, call.context);

/** Returns the message that AWS uses. */
export function denial(principal: string, { action, resource }: AwsCall): string {
  return (
    `User: ${principal} is not authorized to perform: ${action} on resource: ${resource} ` +
    `because no identity-based policy allows the ${action} action`
  );
}

/** Returns the action and the resource that match the call, as written in the statement. */
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
