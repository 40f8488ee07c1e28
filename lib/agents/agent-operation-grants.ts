/** Defines the grants for the function that handles requests from agents. */
import { REPEATED_CALLS } from '../../lambdas/agents/call-once.ts';
import { TOOL_CALL_COUNTER } from '../../lambdas/agents/tool-call-cap.ts';
import { toolOperations, type ToolOperation } from '../../lambdas/agents/tools/tool.ts';
import { CHALLENGE_COUNTER } from '../../lambdas/agents/events/challenge.ts';
import { QUOTA_COUNTER } from '../../lambdas/core/counters/counter-names.ts';
import { CHANGE_MARKER } from '../../lambdas/core/counters/change-marker.ts';
import { webhookMarkAttributes } from '../../lambdas/forms/form.ts';
import { SUBSCRIPTION_LEDGER } from '../../lambdas/webhooks/subscriptions/ledger.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import { variable, type Grant } from '../aws/service-function.ts';
import { inManagedPolicies } from './agent-policies.ts';
import type { Storage } from '../storage/storage.ts';

export interface AgentOperationGrantsProps {
  readonly storage: Storage;
  readonly version: string;
}

export function agentOperationGrants({ storage, version }: AgentOperationGrantsProps) {
  return {
    mcp: [
      storage.counters.grantKeyPrefix(TOOL_CALL_COUNTER, 'UpdateItem'),
      storage.idempotency.grantKeyPrefix(REPEATED_CALLS, 'GetItem', 'PutItem', 'DeleteItem'),
      variable('SERVICE_VERSION', version),
    ],
  };
}

/** Lets the agents' function create, renew and cancel subscriptions, subject to the subscription limits. */
const eventGrants = (storage: Storage): Grant[] => [
  storage.forms.grantWriteWithoutReturn('ConditionCheckItem'),
  storage.formSlugs.grantReadAttributes(webhookMarkAttributes, 'GetItem'),
  storage.formSlugs.grantUpdateAttributes('no_webhooks'),
  storage.accounts.grantUpdateAttributes('no_account_webhooks'),
  storage.connections.grantWriteWithoutReturn('ConditionCheckItem'),
  storage.apiKeys.grantWriteWithoutReturn('ConditionCheckItem'),
  storage.webhooks.grantWriteWithoutReturn('PutItem', 'DeleteItem'),
  storage.counters.grantKeyPrefix(SUBSCRIPTION_LEDGER, 'GetItem', 'PutItem'),
  storage.counters.grantKeyPrefix(CHALLENGE_COUNTER, 'GetItem', 'PutItem', 'UpdateItem'),
  storage.counters.grantKeyPrefix(QUOTA_COUNTER, 'UpdateItem'),
  storage.counters.grantKeyPrefix(CHANGE_MARKER, 'UpdateItem'),
];

/**
 * Returns the grants for events and for the operations that tools run, as managed policies. The function
 * authenticates each caller only once. It can't read sessions, because the endpoint ignores cookies.
 */
export function grantsOfTools(
  grants: Readonly<Record<ToolOperation, readonly Grant[]>>,
  { storage }: Pick<AgentOperationGrantsProps, 'storage'>,
): Grant {
  const { authenticate, authenticateKey } = callerGrants(storage);
  const ofTools = toolOperations.flatMap((name) => grants[name]).filter((grant) => grant !== authenticate);
  return inManagedPolicies(storage, 'Agents', [authenticateKey, ...ofTools, ...eventGrants(storage)]);
}
