/**
 * Defines the first account, which a deployment creates for the owner in the setting `ownerEmail`. It comes
 * with the same form that `npm start` creates, so that the owner can start right away.
 */
import { createHash } from 'node:crypto';
import type { PlanName } from '../accounts/plans.ts';
import { newAccountId } from '../core/ids.ts';

/** The plan with the highest limits, because the owner runs the installation. */
export const FIRST_PLAN: PlanName = 'team';
export const FIRST_FORM = 'Contact';
/** The actor in the audit log. */
export const DEPLOYMENT = { type: 'operator', id: 'operator', name: 'Deployment' } as const;

/**
 * Returns the id of a stack's first account. The id is always the same for a stack, so that a repeated
 * request doesn't create a second account.
 * @param stackId ARN of the stack, which contains a UUID
 */
export const firstAccountId = (stackId: string): string =>
  newAccountId((count) => createHash('sha256').update(stackId).digest().subarray(0, count));
