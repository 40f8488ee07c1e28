/** An IAM role with one inline policy. */
import {
  PolicyDocument,
  Role,
  type AddToPrincipalPolicyResult,
  type IPrincipal,
  type PolicyStatement,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * CDK's own role keeps its policy in a separate resource, and a stack is limited to 500 resources. The inline
 * policies of a role are limited to 10,240 characters in total
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
