/** Defines the grants for the function that answers agents. */
import { TOOL_CALL_COUNTER } from '../../lambdas/agents/tool-call-cap.ts';
import { toolOperations, type ToolOperation } from '../../lambdas/agents/tools/tool.ts';
import { callerGrants } from '../auth/caller-grants.ts';
import { variable, type Grant } from '../aws/service-function.ts';
import type { Storage } from '../storage/storage.ts';

export interface AgentOperationGrantsProps {
  readonly storage: Storage;
  readonly version: string;
}

export function agentOperationGrants({ storage, version }: AgentOperationGrantsProps) {
  return {
    mcp: [
      callerGrants(storage).authenticateKey,
      storage.counters.grantKeyPrefix(TOOL_CALL_COUNTER, 'UpdateItem'),
      variable('SERVICE_VERSION', version),
    ],
  };
}

/** Returns the grants of the operations that tools run. */
export const grantsOfTools = (
  grants: Readonly<Record<ToolOperation, readonly Grant[]>>,
): readonly Grant[] => [...new Set(toolOperations.flatMap((name) => grants[name]))];
