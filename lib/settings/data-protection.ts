/**
 * Decides how a stage's data is protected from deletion: by removal policies, deletion protection and
 * termination protection (docs/operating/deploy.md, "The first deployment").
 */
import { Annotations, RemovalPolicy } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { WrongSetting } from './setting-issues.ts';
import { FIRST_DEPLOY } from './settings-in-context.ts';
import type { StageSettings } from './stage-settings.ts';

/**
 * Returns the removal policy of resources that contain data. CloudFormation keeps these resources when the
 * stack is deleted, but deletes them if the deployment that created them fails, so that they don't block the
 * next deployment.
 */
export const dataRemoval = ({ deleteDataWithStack }: StageSettings): RemovalPolicy =>
  deleteDataWithStack ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** Returns true if tables and the user pool can't be deleted until their protection is turned off. */
export const hasDeletionProtection = (scope: Construct, { deleteDataWithStack }: StageSettings): boolean =>
  !deleteDataWithStack && !isFirstDeploy(scope);

/** Returns true if the stack can't be deleted until its termination protection is turned off. */
export const hasTerminationProtection = (scope: Construct, { stage }: StageSettings): boolean =>
  stage === 'prod' && !isFirstDeploy(scope);

/** Adds a warning to the stack if its protection is off because of `-c svc:firstDeploy=true`. */
export function warnOfFirstDeploy(scope: Construct): void {
  if (!isFirstDeploy(scope)) return;
  Annotations.of(scope).addWarningV2(
    'svc-forms:first-deploy',
    `Deletion protection and termination protection are off, because ${FIRST_DEPLOY} is set. ` +
      'Deploy again without it when this deployment has succeeded.',
  );
}

/**
 * Returns true for the first deployment of a stack, which must not use protection. With protection, the
 * tables and stack of a failed deployment couldn't be deleted, so the deployment couldn't be repeated. The
 * construct reads this value from CDK context, so that teams don't have to change their app's code.
 */
function isFirstDeploy(scope: Construct): boolean {
  const given: unknown = scope.node.tryGetContext(FIRST_DEPLOY) ?? false;
  if (given === true || given === 'true') return true;
  if (given === false || given === 'false') return false;
  throw new WrongSetting(
    `Invalid setting "${FIRST_DEPLOY}": must be true or false, for example -c ${FIRST_DEPLOY}=true.`,
  );
}
