/** Names the stack's outputs, which the operator's command line uses to find the service. */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Names all outputs of the service. In the service's own stack, the names match `cli/service-connection.ts`
 * (`BaseUrl`, `FormsTable`, …). In a team's stack, they start with the construct's id (`FormsBaseUrl`), so
 * they can't collide with other outputs.
 */
export function nameOutputs(service: Construct): void {
  const stack = Stack.of(service);
  const above = service.node.scopes.slice(stack.node.scopes.length).map(({ node }) => node.id);
  const prefix = above
    .filter((id) => id !== 'Default')
    .join('')
    .replace(/[^A-Za-z0-9]/g, '');
  for (const each of service.node.findAll()) {
    if (!(each instanceof CfnOutput)) continue;
    // The logical IDs of other constructs' outputs were already set when those constructs were created.
    const name = each.node.scope === service ? each.node.id : String(stack.resolve(each.logicalId));
    each.overrideLogicalId(`${prefix}${name}`);
  }
}
