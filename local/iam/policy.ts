/** The policies of roles and of resources: whether they allow a call, as IAM evaluates them. */
import { ACCOUNT_ID } from '../aws-names.ts';
import { holds, type ConditionBlock, type ConditionValues } from './condition-operators.ts';
import { remembered } from './remembered.ts';
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

/** A policy of a resource, such as a bucket or a key, as far as it is about the stack's functions. */
export interface ResourcePolicy {
  /** What it belongs to, as ARNs with wildcards. */
  readonly of: readonly string[];
  /** Who may use a key is said by its policy alone, which may leave it to the policies of the account's roles. */
  readonly decidesAlone: boolean;
  readonly statements: readonly ResourceStatement[];
}

export interface ResourceStatement extends PolicyStatement {
  /** Roles, `*`, or an account's root: then the policies of the account's roles decide. */
  readonly principals: readonly string[];
}

/** Whose calls are judged, and by which policies. */
export interface Judged {
  readonly roleArn: string;
  /** The statements of the role. */
  readonly statements: readonly PolicyStatement[];
  readonly resourcePolicies: readonly ResourcePolicy[];
}

/** The statement that allows a call; its index when it is one of the role. */
export type Permission = { readonly statement: number } | { readonly statement?: undefined };

/**
 * What allows the call (docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html, within one
 * account): undefined when nothing does, or when any statement denies it.
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

/** What can have a say in calls of an action on a resource, whatever their conditions are. */
interface Candidates {
  /** Of the role, with their indexes there. */
  readonly statements: readonly (PolicyStatement & { readonly index: number })[];
  readonly policies: readonly ResourcePolicy[];
}

const remembering = new WeakMap<Judged, (action: string, resource: string) => Candidates>();

/** Functions ask for the same actions on the same resources again and again. */
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

/** The index of the first statement that allows the call. */
function allowedBy(candidates: Candidates['statements'], call: AwsCall): number | 'denied' | undefined {
  const matching = candidates.filter((statement) => appliesTo(statement, call));
  if (matching.some(({ Effect }) => Effect === 'Deny')) return 'denied';
  return matching[0]?.index;
}

/** Whether the conditions of a statement hold. */
const appliesTo = ({ Condition }: PolicyStatement, call: AwsCall): boolean =>
  Condition === undefined || holds(Condition, call.context);

/** As AWS words it. */
export function denial(principal: string, { action, resource }: AwsCall): string {
  return (
    `User: ${principal} is not authorized to perform: ${action} on resource: ${resource} ` +
    `because no identity-based policy allows the ${action} action`
  );
}

/** The action and the resource of a statement, as it writes them, that a call falls under. */
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
