/** The names of the stack's outputs, by which the operator's command line finds the service. */
import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Names all outputs below the service. In a stack of its own they are called as in `cli/service-connection.ts`
 * (`BaseUrl`, `FormsTable`, …); in a team's stack the id of the construct stands before that (`FormsBaseUrl`), so that
 * there may be other outputs.
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
    // The others have been given their names where they are made.
    const name = each.node.scope === service ? each.node.id : String(stack.resolve(each.logicalId));
    each.overrideLogicalId(`${prefix}${name}`);
  }
}
