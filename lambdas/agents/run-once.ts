/** Runs a tool call with an idempotency key at most once. */
import { isProblem } from '../core/errors/errors.ts';
import type { CallOnce } from './call-once.ts';
import { ToolError } from './tools/tool-result.ts';

/** The stored calls (`repeated-call-store.ts`). */
export interface RepeatedCalls {
  claim(once: CallOnce): Promise<'claimed' | 'running' | { readonly id: string }>;
  finish(once: CallOnce, createdId: string): Promise<void>;
  release(once: CallOnce): Promise<void>;
}

/** The id of the created resource. `created` is undefined if an earlier call created it. */
export interface RunOnce<Created> {
  readonly id: string;
  readonly created?: Created;
}

/**
 * Creates a resource, unless an earlier call with the same key has created it.
 * @throws ToolError if the earlier call is still running
 */
export async function runOnce<Created extends { readonly id: string }>(
  calls: RepeatedCalls,
  once: CallOnce,
  create: () => Promise<Created>,
): Promise<RunOnce<Created>> {
  const claim = await calls.claim(once);
  if (claim === 'running')
    throw new ToolError(
      'Another call with this idempotency_key is still running. Repeat the call in a minute.',
    );
  if (claim !== 'claimed') return claim;
  try {
    const created = await create();
    await calls.finish(once, created.id);
    return { id: created.id, created };
  } catch (error) {
    // Only release the claim if the call was rejected. After any other error, it's unknown whether
    // the resource was created, so let the claim expire.
    if (isProblem(error) && error.slug !== 'unavailable') await calls.release(once);
    throw error;
  }
}
