/** Reads a stack's state and checks whether the stack can be deployed. */
import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { isAwsError, ok, problem, warning, type Finding } from './finding.ts';

export interface StackState {
  readonly status: string | undefined;
  /** True if no deployment of this stack has ever succeeded. */
  readonly isFirst: boolean;
  readonly isProtected: boolean;
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Statuses of a stack that couldn't be created. CDK deletes such a stack before recreating it.
 */
const FAILED_CREATION = ['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS', 'CREATE_FAILED'];

/**
 * Returns a stack's state.
 * @param region defaults to the environment's region
 */
export async function stackState(stackName: string, region?: string): Promise<StackState> {
  const stack = await findStack(stackName, region);
  const status = stack?.StackStatus;
  return {
    status,
    isFirst: status === undefined || FAILED_CREATION.includes(status),
    isProtected: stack?.EnableTerminationProtection === true,
    outputs: Object.fromEntries(
      (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]),
    ),
  };
}

async function findStack(StackName: string, region?: string): Promise<Stack | undefined> {
  try {
    const client = new CloudFormationClient(region === undefined ? {} : { region });
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
    return Stacks?.[0];
  } catch (error) {
    // If the stack doesn't exist, CloudFormation responds with a validation error.
    if (isAwsError(error, 'ValidationError') && /does not exist/.test(String(error))) return undefined;
    throw error;
  }
}

/** Describes whether the stack can be deployed in this state. */
export function checkStack(stackName: string, state: StackState, isProd: boolean): Finding {
  const { status, isFirst, isProtected } = state;
  const check = 'Stack';
  if (status === undefined)
    return ok(check, `${stackName} doesn't exist yet, so this is its first deployment.`);
  if (isFirst)
    return warning(
      check,
      `The first deployment of ${stackName} failed (${status}).`,
      `Find the reason in the stack's events and fix it. Then run "deploy" again, which deletes the failed stack first.`,
    );
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return problem(
      check,
      `${stackName} can't be deployed in the status ${status}.`,
      `Run "aws cloudformation continue-update-rollback --stack-name ${stackName}".`,
    );
  if (/DELETE_FAILED/.test(status))
    return problem(
      check,
      `${stackName} can't be deployed in the status ${status}.`,
      `Run "aws cloudformation delete-stack --stack-name ${stackName}" again until it succeeds.`,
    );
  if (/_IN_PROGRESS$/.test(status))
    return problem(
      check,
      `Another operation on ${stackName} is in progress (${status}).`,
      'Wait until it has finished.',
    );
  if (isProd && !isProtected)
    return warning(
      check,
      `${stackName} has no termination protection.`,
      'Deploy it again without svc:firstDeploy, which turns on termination and deletion protection.',
    );
  return ok(check, `${stackName} exists (${status}).`);
}
