/**
 * Stores the trigger's state in the workflow's static data: the webhook with its secret, and the deliveries
 * already received.
 */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { FieldTypes } from '../service/typed-payload.ts';
import { isRecord, textIn } from '../service/unknown-value.ts';

/** A webhook that this workflow created. */
export interface KeptWebhook {
  readonly id: string;
  readonly secret: string;
  /** URL of the webhook. Test runs and active workflows use different URLs. */
  readonly url: string;
  /** The webhook's form, or null for all forms. */
  readonly formId: string | null;
}

/** Returns the stored webhook, or undefined if there is none. */
export function keptWebhook(state: IDataObject): KeptWebhook | undefined {
  const { webhook } = state;
  const [id, secret, url] = ['id', 'secret', 'url'].map((name) => textIn(webhook, name));
  if (id === undefined || secret === undefined || url === undefined) return undefined;
  return { id, secret, url, formId: textIn(webhook, 'formId') ?? null };
}

/**
 * Returns the stored webhook if it has this URL. A test run must not touch the active workflow's webhook.
 */
export function keptWebhookAt(state: IDataObject, url: string | undefined): KeptWebhook | undefined {
  const kept = keptWebhook(state);
  return kept?.url === url ? kept : undefined;
}

export function keepWebhook(state: IDataObject, webhook: KeptWebhook | undefined): void {
  if (webhook) state['webhook'] = { ...webhook };
  else delete state['webhook'];
}

/**
 * Number of deliveries to remember. A repeated delivery arrives within 15 minutes of the first. It is
 * recognized unless this many other deliveries arrive in between.
 */
const MAX_DELIVERIES = 500;
/**
 * Number of digest characters to store per id. The number is small, because n8n saves all static data on
 * every event.
 */
const DIGITS = 12;

const digestOf = (deliveryId: string): string =>
  createHash('sha256').update(deliveryId).digest('base64url').slice(0, DIGITS);

function digestsIn(state: IDataObject): string[] {
  const { deliveries } = state;
  return Array.isArray(deliveries)
    ? (deliveries as unknown[]).filter((each) => typeof each === 'string')
    : [];
}

export function hasSeen(state: IDataObject, deliveryId: string): boolean {
  return digestsIn(state).includes(digestOf(deliveryId));
}

/** Records a delivery and removes the oldest one if there are too many. */
export function noteSeen(state: IDataObject, deliveryId: string): void {
  const others = digestsIn(state).filter((each) => each !== digestOf(deliveryId));
  state['deliveries'] = [...others, digestOf(deliveryId)].slice(-MAX_DELIVERIES);
}

/** How long a form's field types are cached, in milliseconds. */
const TYPES_LAST = 10 * 60_000;
const MAX_FORMS = 50;

/** Returns the cached types of a form's fields. `isFresh` is false if they should be reloaded. */
export function keptTypes(
  state: IDataObject,
  formId: string,
  now: number,
): { types: FieldTypes; isFresh: boolean } | undefined {
  const { types } = state;
  const kept = isRecord(types) && Object.hasOwn(types, formId) ? types[formId] : undefined;
  if (!isRecord(kept) || !isRecord(kept['of'])) return undefined;
  return { types: kept['of'] as FieldTypes, isFresh: now - Number(kept['at']) < TYPES_LAST };
}

export function keepTypes(state: IDataObject, formId: string, types: FieldTypes, now: number): void {
  const kept = Object.entries(isRecord(state['types']) ? state['types'] : {});
  const others = kept.filter(([id]) => id !== formId).slice(1 - MAX_FORMS);
  state['types'] = Object.fromEntries([...others, [formId, { at: now, of: { ...types } }]]);
}
