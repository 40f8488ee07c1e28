/** Checks the AWS account: the bootstrap stack, quotas, and service-linked roles. */
import { DescribeEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { GetAccountSummaryCommand, GetRoleCommand, IAMClient } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { hasEdge } from '../../lib/settings/edge-settings.ts';
import { hasUserPool } from '../../lib/settings/sign-in-prefix.ts';
import { isAwsError, ok, problem, warning, type Finding, type Target } from './finding.ts';

/** Minimum version of the bootstrap stack that a deployment needs. */
export const BOOTSTRAP_VERSION = 6;
/** Number of IAM roles to leave free for one stage, with all settings turned on. */
export const ROLES_OF_A_STAGE = 100;
/** Amount of concurrency that Lambda requires an account to leave unreserved. */
const KEPT_UNRESERVED = 100;

/** Checks that the stage's region is bootstrapped, and also us-east-1 if the stage has an edge stack. */
export async function checkBootstrap(target: Target): Promise<Finding[]> {
  const { region, settings } = target;
  const regions = new Set([region, ...(settings.edgeStack ? ['us-east-1'] : [])]);
  return Promise.all([...regions].map((each) => bootstrapIn(each, target)));
}

async function bootstrapIn(region: string, { account, qualifier }: Target): Promise<Finding> {
  const check = 'CDK bootstrap';
  const fix = `Run "npx cdk bootstrap aws://${account}/${region}".`;
  const Name = `/cdk-bootstrap/${qualifier}/version`;
  try {
    const { Parameter } = await new SSMClient({ region }).send(new GetParameterCommand({ Name }));
    const version = Number(Parameter?.Value);
    if (version >= BOOTSTRAP_VERSION) return ok(check, `${region} has version ${version}.`);
    return problem(check, `${region} has version ${version}, but ${BOOTSTRAP_VERSION} is needed.`, fix);
  } catch (error) {
    if (!isAwsError(error, 'ParameterNotFound')) throw error;
    return problem(check, `${region} is not bootstrapped.`, fix);
  }
}

/**
 * Checks the account's Lambda concurrency quota.
 * @param isFirst whether the stack has no functions yet
 */
export async function checkConcurrency({ settings, region }: Target, isFirst: boolean): Promise<Finding> {
  const check = 'Lambda concurrency';
  const { AccountLimit } = await new LambdaClient().send(new GetAccountSettingsCommand());
  const limit = AccountLimit?.ConcurrentExecutions ?? 0;
  const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? 0;
  const { ingestReservedConcurrency: reserved, deliverConcurrency, slowDeliverConcurrency } = settings;
  const raise =
    'Request a higher quota: "aws service-quotas request-service-quota-increase ' +
    '--service-code lambda --quota-code L-B99A9384 --desired-value 1000".';
  if (isFirst && reserved !== undefined && reserved > unreserved - KEPT_UNRESERVED)
    return problem(
      check,
      `ingestReservedConcurrency is ${reserved}, but only ${Math.max(0, unreserved - KEPT_UNRESERVED)} can be reserved.`,
      raise,
    );
  const background = deliverConcurrency + slowDeliverConcurrency + settings.emailConcurrency;
  if (limit < background + KEPT_UNRESERVED)
    return warning(
      check,
      `${region} can run ${limit} functions at once, and deliveries and e-mails alone may use ${background}.`,
      raise,
    );
  return ok(check, `${region} can run ${limit} functions at once.`);
}

/**
 * Checks the account's IAM role quota.
 * @param isFirst whether the stack has no roles yet
 */
export async function checkRoles(isFirst: boolean): Promise<Finding> {
  const check = 'IAM roles';
  const { SummaryMap } = await new IAMClient().send(new GetAccountSummaryCommand());
  const { Roles = 0, RolesQuota = 0 } = SummaryMap ?? {};
  const free = RolesQuota - Roles;
  if (!isFirst || free >= ROLES_OF_A_STAGE) return ok(check, `${free} of ${RolesQuota} are free.`);
  return problem(
    check,
    `${free} of ${RolesQuota} are free, but a stage needs up to ${ROLES_OF_A_STAGE}.`,
    'Request a higher quota: "aws service-quotas request-service-quota-increase ' +
      '--service-code iam --quota-code L-FE177D64 --desired-value 2000 --region us-east-1".',
  );
}

/**
 * Checks that no other event bus in the region has the name of the stage's event bus.
 * @param isFirst whether the stack has no event bus yet
 */
export async function checkEventBus({ settings, region }: Target, isFirst: boolean): Promise<Finding[]> {
  if (!settings.eventBus || !isFirst) return [];
  const check = 'Names';
  const Name = `svc-forms-${settings.stage}`;
  try {
    await new EventBridgeClient().send(new DescribeEventBusCommand({ Name }));
    return [
      problem(
        check,
        `${region} already has an event bus called ${Name}.`,
        'Delete that event bus, or give the stage another name.',
      ),
    ];
  } catch (error) {
    if (!isAwsError(error, 'ResourceNotFoundException')) throw error;
    return [ok(check, `No other event bus is called ${Name}.`)];
  }
}

/**
 * Checks the service-linked roles that AWS creates during a first deployment. AWS can only create them if
 * CloudFormation's role has `iam:CreateServiceLinkedRole`.
 */
export async function checkServiceLinkedRoles({ settings }: Target): Promise<Finding[]> {
  const hasApiDomain = settings.domain !== undefined && !hasEdge(settings);
  const needed = [
    ...(hasUserPool(settings)
      ? [['AWSServiceRoleForAmazonCognitoIdpEmailService', 'email.cognito-idp.amazonaws.com']]
      : []),
    ...(hasApiDomain ? [['AWSServiceRoleForAPIGateway', 'ops.apigateway.amazonaws.com']] : []),
  ] as [name: string, service: string][];
  return Promise.all(needed.map(([name, service]) => serviceLinkedRole(name, service)));
}

async function serviceLinkedRole(RoleName: string, service: string): Promise<Finding> {
  const check = 'Service-linked role';
  try {
    await new IAMClient().send(new GetRoleCommand({ RoleName }));
    return ok(check, `${RoleName} exists.`);
  } catch (error) {
    if (!isAwsError(error, 'NoSuchEntityException')) throw error;
    return warning(
      check,
      `${RoleName} doesn't exist. AWS creates it if CloudFormation's role has iam:CreateServiceLinkedRole.`,
      `Otherwise, run "aws iam create-service-linked-role --aws-service-name ${service}" once.`,
    );
  }
}
