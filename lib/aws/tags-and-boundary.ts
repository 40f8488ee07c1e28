/** Applies the tags and permissions boundary that a team requires in its AWS account. */
import { Tags } from 'aws-cdk-lib';
import { ManagedPolicy, PermissionsBoundary } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings/stage-settings.ts';

/** Tags every taggable resource below `scope` and applies the permissions boundary to every role. */
export function applyTagsAndBoundary(scope: Construct, { tags, permissionsBoundary }: StageSettings): void {
  for (const [key, value] of Object.entries(tags)) Tags.of(scope).add(key, value);
  if (permissionsBoundary === undefined) return;
  const policy = ManagedPolicy.fromManagedPolicyArn(scope, 'PermissionsBoundary', permissionsBoundary);
  PermissionsBoundary.of(scope).apply(policy);
}
