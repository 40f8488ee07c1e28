/** Defines an IAM role with a single inline policy. */
import {
  PolicyDocument,
  Role,
  type AddToPrincipalPolicyResult,
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
  readonly #policy: PolicyDocument;

  constructor(scope: Construct, id: string, { assumedBy }: { readonly assumedBy: IPrincipal }) {
    const policy = new PolicyDocument();
    super(scope, id, { assumedBy, inlinePolicies: { Permissions: policy } });
    this.#policy = policy;
  }

  /** Adds a statement to the inline policy. CDK's own grants also call this method. */
  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#policy.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
