/**
 * Checks that the AWS calls of handlers in this process are allowed by their functions' IAM roles, as the
 * local runner does.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import http from 'node:http';
import * as z from 'zod';
import type { EmulatorEndpoints } from '../../../local/functions/function-environment.ts';
import { functionRoles } from '../../../local/functions/functions.ts';
import { guardRequests, type FunctionRole } from '../../../local/iam/guarded-requests.ts';
import { noteGranted, noteUsed } from '../../../local/iam/permission-usage.ts';
import { Stack } from '../../../local/template/stack.ts';
import { assemblyFolder, STACK_NAME } from '../assembly/assembly.ts';

const NOWHERE = 'http://127.0.0.1:1';
/** An invalid endpoint for resources that a test doesn't set up. Calls to these resources aren't checked. */
const UNREACHED = 'http://unreached.invalid';
const functionProperties = z.object({ Role: z.string() });

const caller = new AsyncLocalStorage<{ readonly role: FunctionRole; readonly denied: string[] }>();
let running = 0;
let endGuard: () => void = () => undefined;

/**
 * Returns a function that runs a handler with its function's IAM role. After the handler finishes, rejects if
 * the role didn't allow one of its calls.
 */
export function withFunctionRoles(endpoints: Partial<EmulatorEndpoints>) {
  const stack = Stack.read(assemblyFolder(), STACK_NAME, { sqsEndpoint: NOWHERE, apiEndpoint: NOWHERE });
  const none = UNREACHED;
  const unreached = {
    dynamodb: none,
    eventBridge: none,
    lambda: none,
    s3: none,
    secrets: none,
    ses: none,
    sqs: none,
    stepFunctions: none,
  };
  const usageFolder = process.env['SVC_IAM_USAGE'];
  const roleOf = functionRoles(stack, { ...unreached, ...endpoints }, { usageFolder });
  const roles = new Map(
    stack
      .resources(['AWS::Lambda::Function'], functionProperties)
      .map(({ logicalId, properties }) => [
        logicalId.replace(/Function[0-9A-F]{8}$/, ''),
        roleOf(properties.Role, logicalId),
      ]),
  );
  if (usageFolder !== undefined) noteGranted(usageFolder, [...roles.values()]);
  return async <T>(functionName: string, handle: () => Promise<T>): Promise<T> => {
    const id = [...roles.keys()].find((each) => each.endsWith(`Http${functionName}`));
    const role = roles.get(id ?? '');
    if (!role) throw new Error(`The stack has no function ${functionName}`);
    const denied: string[] = [];
    begin();
    try {
      return await caller.run({ role, denied }, handle);
    } finally {
      end();

      if (denied.length > 0) throw new Error(`Calls were denied:\n${denied.join('\n')}`);
    }
  };
}

function begin(): void {
  running += 1;
  if (running > 1) return;
  endGuard = guardRequests(http, () => caller.getStore()?.role, {
    onDenied: (message) => caller.getStore()?.denied.push(message),
    onUsed: noteUsed,
  });
}

function end(): void {
  running -= 1;
  if (running === 0) endGuard();
}
