/** What the trigger keeps in the static data of its workflow: the webhook with its secret, and which deliveries came. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { FieldTypes } from '../service/typed-payload.ts';
import { isRecord, textIn } from '../service/unknown-value.ts';

/** A webhook that this workflow has made. */
export interface KeptWebhook {
  readonly id: string;
  readonly secret: string;
  /** Where it sends to: the address of a test run is another than that of the active workflow. */
  readonly url: string;
  /** The form whose submissions it sends; null when it sends those of all forms. */
  readonly formId: string | null;
}

/** The webhook that is kept; undefined when there is none. */
export function keptWebhook(state: IDataObject): KeptWebhook | undefined {
  const { webhook } = state;
  const [id, secret, url] = ['id', 'secret', 'url'].map((name) => textIn(webhook, name));
  if (id === undefined || secret === undefined || url === undefined) return undefined;
  return { id, secret, url, formId: textIn(webhook, 'formId') ?? null };
}

/** The same, when it sends to this address: a test run finds that of the active workflow, and leaves it alone. */
export function keptWebhookAt(state: IDataObject, url: string | undefined): KeptWebhook | undefined {
  const kept = keptWebhook(state);
  return kept?.url === url ? kept : undefined;
}

export function keepWebhook(state: IDataObject, webhook: KeptWebhook | undefined): void {
  if (webhook) state['webhook'] = { ...webhook };
  else delete state['webhook'];
}

/** Repetitions come within a quarter of an hour; so many others may come between. */
const MOST_DELIVERIES = 500;
/** Digits of a digest that are kept of an id: static data is written with every event. */
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

/** Notes a delivery; the oldest is forgotten when there are too many. */
export function noteSeen(state: IDataObject, deliveryId: string): void {
  const others = digestsIn(state).filter((each) => each !== digestOf(deliveryId));
  state['deliveries'] = [...others, digestOf(deliveryId)].slice(-MOST_DELIVERIES);
}

/** For how long the types of a form are taken as they were read, in milliseconds. */
const TYPES_LAST = 10 * 60_000;
const MOST_FORMS = 50;

/** The types of a form's fields as they were read; `isFresh` tells whether to read them again. */
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
  const others = kept.filter(([id]) => id !== formId).slice(1 - MOST_FORMS);
  state['types'] = Object.fromEntries([...others, [formId, { at: now, of: { ...types } }]]);
}
