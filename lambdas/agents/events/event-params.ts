/** Defines and checks the parameters of the event methods. */
import * as z from 'zod';
import { checkPlainly } from '../../core/errors/plain-issues.ts';
import { filterInput } from '../../forms/filters/filter.ts';
import { SUBMISSION_CREATED } from '../../webhooks/subscriptions/subscription.ts';
import type { Members } from '../protocol/rpc-message.ts';
import { invalidIssues, invalidParams, noSuchEvent } from './event-errors.ts';

const formId = z
  .string()
  .min(1)
  .max(100)
  .describe('Only submissions of this form, for example frm_7Q2M4X9ZK3. Leave it out for all forms.');

/** The event's arguments, as `events/list` describes them. */
export const eventArguments = z.strictObject({
  form_id: formId.optional(),
  filter: filterInput
    .optional()
    .describe(
      'Only submissions that meet these conditions, for example {"all": [{"field": "topic", "op": "equals", "value": "sales"}]}.',
    ),
});

const MAX_URL_LENGTH = 2048;
const url = z.string().min(1).max(MAX_URL_LENGTH);

const listParams = z.object({
  cursor: z.unknown().optional(),
  arguments: z.strictObject({ form_id: formId.optional() }).optional(),
});

const subscribeParams = z.object({
  name: z.string(),
  arguments: eventArguments.optional(),
  delivery: z.object({ mode: z.string(), url, secret: z.string() }),
  cursor: z.string().nullable().optional(),
  maxAgeMs: z.int().min(0).nullable().optional(),
  ttlMs: z.int().positive().nullable().optional(),
});

const unsubscribeParams = z.object({
  name: z.string(),
  arguments: eventArguments.optional(),
  delivery: z.object({ url }),
});

/**
 * Returns the parameters of `events/list`.
 * @throws RpcError
 */
export function checkedList(params: Members) {
  const { cursor, ...rest } = checked(listParams, params);
  // Reject any cursor. All events fit on one page, so the server never issues
  // one.
  if (cursor !== undefined && cursor !== null)
    throw invalidParams('params.cursor is not a cursor of this list. Leave it out');
  return rest;
}

/**
 * Returns the parameters of `events/subscribe`.
 * @throws RpcError if a parameter is invalid or the event doesn't exist
 */
export function checkedSubscription(params: Members) {
  const { name } = params;
  if (typeof name === 'string' && name !== SUBMISSION_CREATED)
    throw noSuchEvent(`There is no event "${name.slice(0, 100)}". events/list returns the events.`);
  return checked(subscribeParams, params);
}

/**
 * Returns the parameters of `events/unsubscribe`.
 * @throws RpcError
 */
export const checkedEnd = (params: Members) => checked(unsubscribeParams, params);

function checked<Schema extends z.ZodType>(schema: Schema, params: Members): z.output<Schema> {
  const result = checkPlainly(schema, params);
  if (!result.success) throw invalidIssues(result.issues);
  return result.data;
}

/** A secret is 24 to 64 bytes in base64. */
const SHORTEST_SECRET = 24;
const LONGEST_SECRET = 64;
const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;

/**
 * Checks the secret that an agent chose.
 * @throws RpcError
 */
export function assertSecretUsable(secret: string): void {
  const encoded = SECRET.exec(secret)?.[1] ?? '';
  const bytes = Buffer.from(encoded, 'base64');
  const isExact = bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '');
  if (isExact && bytes.length >= SHORTEST_SECRET && bytes.length <= LONGEST_SECRET) return;
  throw invalidParams(
    `params.delivery.secret must be "whsec_" and ${SHORTEST_SECRET} to ${LONGEST_SECRET} random bytes in base64`,
  );
}
