/** Combines grants that many functions need into one managed policy. */
import { ManagedPolicy, PolicyDocument, type PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { VariableName } from '../../lambdas/environment.ts';
import type { Grant, GrantTarget } from './service-function.ts';

/**
 * Returns a grant that attaches a managed policy with the permissions of `grants`. Without shared policies,
 * almost every role would repeat the same statements, and the template would exceed CloudFormation's limit of
 * 1 MB.
 *
 * IAM allows ten managed policies per role by default, so share only grants that several functions need.
 * @param id the policy's id in `scope`, which must always be used with the same grants
 */
export function shared(scope: Construct, id: string, ...grants: readonly Grant[]): Grant {
  return (fn) => {
    const existing = scope.node.tryFindChild(id);
    fn.share(existing instanceof SharedPolicy ? existing : new SharedPolicy(scope, id, grants));
  };
}

/** The permissions of several grants as a managed policy, and the environment variables that the grants set. */
export class SharedPolicy extends Construct implements GrantTarget {
  readonly #grants: readonly Grant[];
  readonly #document = new PolicyDocument({ minimize: true });
  readonly #variables = new Map<VariableName, string>();
  #policy: ManagedPolicy | undefined;

  constructor(scope: Construct, id: string, grants: readonly Grant[]) {
    super(scope, id);
    this.#grants = grants;
    for (const grant of grants) grant(this);
  }

  setVariable(name: VariableName, value: string): void {
    this.#variables.set(name, value);
  }

  allow(statement: PolicyStatement): void {
    this.#document.addStatements(statement);
  }

  /** Adds the statements of another shared policy to this policy, so that roles only need this one. */
  share(other: SharedPolicy): void {
    other.applyTo(this);
  }

  /** Applies the policy's grants to another target directly, so that the target doesn't need this policy. */
  applyTo(target: GrantTarget): void {
    for (const grant of this.#grants) grant(target);
  }

  /** Attaches the policy to the function's role and sets the function's variables. */
  attachTo(fn: GrantTarget, role: Role): void {
    // Use the id "Resource", because CDK omits it from logical IDs.
    this.#policy ??= new ManagedPolicy(this, 'Resource', { document: this.#document });
    role.addManagedPolicy(this.#policy);
    for (const [name, value] of this.#variables) fn.setVariable(name, value);
  }
}
