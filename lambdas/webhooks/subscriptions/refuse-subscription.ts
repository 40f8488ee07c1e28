/** Rejects requests that only make sense for webhooks that people or apps created. */
import { Conflict } from '../../core/errors/errors.ts';
import type { Webhook } from '../webhook.ts';

/**
 * Rejects an agent's subscription, because only the agent can change it. People can only delete it.
 * @throws Conflict
 */
export function assertNoSubscription({ kind }: Pick<Webhook, 'kind'>): void {
  if (kind === 'mcp')
    throw new Conflict(
      'This webhook is an agent’s subscription, which only the agent can change. To end the subscription, delete it.',
    );
}
