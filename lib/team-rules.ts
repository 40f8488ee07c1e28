/** What teams ask of everything in their account: tags, and a boundary of permissions. */
import { Tags } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { StageSettings } from './stage-settings.ts';

/** Tags on all below `scope` that can have one, and no role there that may do more than the boundary. */
export function keepRulesOfTeam(scope: Construct, { tags, permissionsBoundary }: StageSettings): void {
  for (const [key, value] of Object.entries(tags)) Tags.of(scope).add(key, value);
  if (permissionsBoundary === undefined) return;
  const policy = ManagedPolicy.fromManagedPolicyArn(scope, 'PermissionsBoundary', permissionsBoundary);
  PermissionsBoundary.of(scope).apply(policy);
}
