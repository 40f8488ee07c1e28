/** Identifies the app that creates a webhook. */
import type { Principal } from '../../core/caller.ts';
import type { MadeByApp } from '../webhook.ts';

/** Returns the details of the app that creates a webhook, or undefined if the caller isn't an app. */
export function appOf(caller: Principal): MadeByApp | undefined {
  if (caller.type !== 'connection') return undefined;
  const { connection_id, client_id, member_id, name } = caller;
  return { connection_id, app: { client_id, member_id, name } };
}
