/** Gives resources logical ids that don't depend on the stack's name. */
import { CfnResource, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** The hash that CDK appends to unique names. */
const HASH = /[0-9A-F]{8}$/;

/**
 * Renames event source mappings and schedule permissions, because CDK derives their logical ids from the
 * stack's name. A mapping can't be created a second time under another logical id, so all of the service's
 * templates must use the same logical id.
 */
export function nameWithoutStack(service: Construct): void {
  const stack = Stack.of(service);
  const named = alphanumeric(stack.node.path);
  for (const each of service.node.findAll()) {
    if (!(each instanceof CfnResource)) continue;
    const ids = each.node.scopes
      .slice(stack.node.scopes.length)
      .map(({ node }) => alphanumeric(node.id))
      .filter((id) => id !== 'Default' && id !== 'Resource');
    if (!ids.some((id) => id.includes(named) && HASH.test(id))) continue;
    each.overrideLogicalId(
      ids.map((id) => (id.includes(named) ? id.replace(named, '').replace(HASH, '') : id)).join(''),
    );
  }
}

const alphanumeric = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '');
