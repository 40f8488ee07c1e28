/** An IAM role that carries its permissions itself. */
import {
  PolicyDocument,
  Role,
  type AddToPrincipalPolicyResult,
  type IPrincipal,
  type PolicyStatement,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * CDK's own role gets a second resource for what it is granted. A stack may have 500 resources, so here the policy is
 * part of the role. All inline policies of a role together may have 10,240 characters
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html); a test of the template counts them.
 */
export class InlinePolicyRole extends Role {
  readonly #policy: PolicyDocument;

  constructor(scope: Construct, id: string, { assumedBy }: { readonly assumedBy: IPrincipal }) {
    const policy = new PolicyDocument();
    super(scope, id, { assumedBy, inlinePolicies: { Permissions: policy } });
    this.#policy = policy;
  }

  /** Every grant of CDK ends here. */
  override addToPrincipalPolicy(statement: PolicyStatement): AddToPrincipalPolicyResult {
    this.#policy.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
