/** Loads the template's state machines. */
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { RunnerError, messageOf } from '../runner-error.ts';
import type { Stack } from '../template/stack.ts';
import { checkDefinition } from './state-machine-definition.ts';
import { ExecutionJournal } from './execution-journal.ts';
import { StateMachine, type OnEnd, type TaskTargets } from './state-machine.ts';

const stateMachineProperties = z.object({
  StateMachineType: z.enum(['STANDARD', 'EXPRESS']).default('STANDARD'),
  DefinitionString: z.string().optional(),
  Definition: z.record(z.string(), z.unknown()).optional(),
  DefinitionSubstitutions: z.record(z.string(), z.coerce.string()).default({}),
});

/** The template's state machines and their executions, as used by the Step Functions endpoint. */
export interface StateMachines {
  readonly journal: ExecutionJournal;
  readonly byArn: ReadonlyMap<string, StateMachine>;
}

/**
 * Loads the template's state machines without starting any executions.
 * @param areValid true if the same definitions have already passed validation
 * @throws RunnerError for a definition that would behave differently than on AWS
 */
export async function stateMachinesOf(
  stack: Stack,
  targets: TaskTargets,
  database: DatabaseSync,
  onEnd: OnEnd,
  areValid = false,
): Promise<StateMachines> {
  const journal = new ExecutionJournal(database);
  const byArn = new Map<string, StateMachine>();
  for (const { logicalId, ref, attributes, properties } of stack.resources(
    ['AWS::StepFunctions::StateMachine'],
    stateMachineProperties,
  )) {
    if (properties.StateMachineType === 'EXPRESS') {
      throw new RunnerError(
        `${logicalId} is an Express state machine, which the local runner does not support`,
      );
    }
    const definition = checkDefinition(definitionOf(properties, logicalId), logicalId);
    const identity = { arn: ref, name: attributes['Name'] ?? logicalId };
    byArn.set(ref, await loadOne(identity, definition));
  }
  return { journal, byArn };

  async function loadOne(
    identity: { arn: string; name: string },
    definition: ReturnType<typeof checkDefinition>,
  ) {
    try {
      return await StateMachine.load(identity, { definition, isValid: areValid }, targets, journal, onEnd);
    } catch (cause) {
      if (cause instanceof RunnerError) throw cause;
      throw new RunnerError(
        `${identity.name} is not supported locally: ${messageOf(cause).replaceAll(/\s+/g, ' ')}`,
        { cause },
      );
    }
  }
}

function definitionOf(properties: z.infer<typeof stateMachineProperties>, logicalId: string): unknown {
  const text = properties.DefinitionString ?? JSON.stringify(properties.Definition ?? null);
  const substituted = text.replaceAll(/\$\{([A-Za-z0-9_]+)\}/g, (all, name: string) => {
    return properties.DefinitionSubstitutions[name] ?? all;
  });
  try {
    return JSON.parse(substituted);
  } catch (cause) {
    throw new RunnerError(`${logicalId}: the definition is not valid JSON: ${messageOf(cause)}`, { cause });
  }
}
