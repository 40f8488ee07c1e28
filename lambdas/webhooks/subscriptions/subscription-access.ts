/**
 * Decides whether an agent may still receive a form's submissions. Every attempt checks the access again, so
 * that nothing is sent after the agent has lost it.
 */
import { isLive, scopesOf, type ApiKey } from '../../auth/keys/api-key.ts';
import {
  currentForms,
  currentScopes,
  liveConnection,
  type ConnectionState,
} from '../../auth/connections/connection-principal.ts';
import { canSeeForm } from '../../core/caller.ts';
import { hasEnded } from './subscription-attributes.ts';
import type { SigningWebhook } from '../webhook.ts';

/** Attributes of a form that are read with every attempt to notify an agent. */
export const accessFormAttributes = ['account_id', 'form_id', 'name'] as const;

/** The items that determine an agent's access. A property is undefined if its item doesn't exist. */
export interface AccessState {
  /** Only read if the agent uses a connection. */
  readonly connection?: ConnectionState | undefined;
  /** Only read if the agent uses a key. */
  readonly key?: ApiKey | undefined;
  readonly account: { readonly suspended_at?: string | undefined } | undefined;
  readonly form: { readonly name: string } | undefined;
}

/**
 * Returns the name of the form if the subscription may receive its submissions. Returns undefined if the
 * subscription, the connection or the key has ended, if the account was deleted or suspended, if the form was
 * deleted, or if the agent can no longer access the form.
 */
export function formNameFor(
  of: SigningWebhook,
  formId: string,
  { connection, key, account, form }: AccessState,
  now: number,
): string | undefined {
  if (!account || account.suspended_at !== undefined || hasEnded(of, now)) return undefined;
  const mayReceive = of.key
    ? key !== undefined && isLive(key, now) && scopesOf(key).includes('read')
    : mayConnectionReceive(of, formId, connection);
  return mayReceive ? form?.name : undefined;
}

function mayConnectionReceive(
  { app, account_id }: SigningWebhook,
  formId: string,
  state: ConnectionState | undefined,
): boolean {
  const live = app && state && liveConnection(app, state);
  if (!live) return false;
  const { connection, member } = live;
  const owner = { account_id, form_ids: currentForms(connection, member) };
  return canSeeForm(owner, formId) && currentScopes(connection, member.role).includes('read');
}
