/** Defines an IAM role with a single inline policy. */
import { Lazy } from 'aws-cdk-lib';
import {
  PolicyDocument,
  Role,
  type AddToPrincipalPolicyResult,
  type CfnRole,
  type IPrincipal,
  type PolicyStatement,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * An IAM role that includes its own policy. CDK's `Role` creates a separate policy resource, and a stack is
 * limited to 500 resources. Inline policies are limited to 10,240 characters per role
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html), which a template test checks.
 */
export class InlinePolicyRole extends Role {
  // Merges statements regardless of the feature flags of the app that uses the construct.
  readonly #policy = new PolicyDocument({ minimize: true });

  constructor(scope: Construct, id: string, { assumedBy }: { readonly assumedBy: IPrincipal }) {
    super(scope, id, { assumedBy });
    // Set the property on the underlying resource, because CDK's option doesn't accept an empty policy. If a
    // role only has managed policies, its inline policy is empty.
    (this.node.defaultChild as CfnRole).policies = Lazy.any({
      produce: () =>
        this.#policy.isEmpty ? undefined : [{ policyName: 'Permissions', policyDocument: this.#policy }],
    });
  }

  /** Adds a statement to the inline policy. CDK's own grants also call this method. */
  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#policy.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
