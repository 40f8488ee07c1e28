/** Names the stack's outputs, which the operator's command line uses to find the service. */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Sets the names of all of the service's stack outputs. In the service's own stack, the names match
 * `cli/service-connection.ts` (`BaseUrl`, `FormsTable`, …). In a team's stack, they start with the
 * construct's id (`FormsBaseUrl`), so they can't collide with other outputs.
 */
export function nameOutputs(service: Construct): void {
  const stack = Stack.of(service);
  const prefix = namePrefix(service);
  for (const each of service.node.findAll()) {
    if (!(each instanceof CfnOutput)) continue;
    // The logical IDs of other constructs' outputs were already set when those constructs were created.
    const name = each.node.scope === service ? each.node.id : String(stack.resolve(each.logicalId));
    each.overrideLogicalId(`${prefix}${name}`);
  }
}

/**
 * Returns a prefix for names that must be unique in a team's stack. Returns an empty string in the service's
 * own stack.
 */
export function namePrefix(service: Construct): string {
  return service.node.scopes
    .slice(Stack.of(service).node.scopes.length)
    .map(({ node }) => node.id)
    .filter((id) => id !== 'Default')
    .join('')
    .replace(/[^A-Za-z0-9]/g, '');
}
