/** Finds the permissions of roles in a template. */

/**
 * Returns the policy statements of a role, from its inline policies and from the template's managed policies
 * that are attached to it.
 */
export function statementsOfRole(resources: Readonly<Record<string, any>>, roleId: string): any[] {
  const { Policies = [], ManagedPolicyArns = [] } = resources[roleId].Properties;
  // Policies that AWS manages are named by ARN, and their statements aren't in the template.
  const attached = ManagedPolicyArns.flatMap((arn: any) => resources[arn.Ref]?.Properties ?? []);
  return [...Policies, ...attached].flatMap(({ PolicyDocument }: any) => PolicyDocument.Statement);
}
