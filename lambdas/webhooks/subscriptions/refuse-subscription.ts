/** Refuses requests that only make sense for webhooks of people and apps. */
import { Conflict } from '../../core/errors/errors.ts';
import type { Webhook } from '../webhook.ts';

/**
 * Rejects the subscription of an agent. Only the agent decides what it receives, so people can only end it.
 * @throws Conflict
 */
export function assertNoSubscription({ kind }: Pick<Webhook, 'kind'>): void {
  if (kind === 'mcp')
    throw new Conflict(
      'This is the subscription of an agent. Only the agent can change it. You can delete it to end it.',
    );
}
