/**
 * Makes, checks and takes apart ids. A child's id contains its parent's id, so that every get is one GetItem and every
 * list one Query (docs/architecture.md). To clients ids are opaque strings behind a prefix.
 */
import { decodeTime, encodeTime, ulid } from 'ulid';
import type { RandomBytes } from './random.ts';

/** Crockford's base 32: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const FORM_PART = 10;
const WEBHOOK_PART = 10;
const UPLOAD_PART = 26;
const ULID_LENGTH = 26;

const CHARACTERS = `[${ALPHABET}]`;
const FORM = new RegExp(`^frm_(${CHARACTERS}{${FORM_PART}})$`);
const KEY = new RegExp(`^key_${CHARACTERS}{${ULID_LENGTH}}$`);
const MEMBER = new RegExp(`^mem_${CHARACTERS}{${ULID_LENGTH}}$`);
const SUBMISSION = new RegExp(`^sub_(${CHARACTERS}{${FORM_PART}})(${CHARACTERS}{${ULID_LENGTH}})$`);
const WEBHOOK = new RegExp(`^wh_(${CHARACTERS}{${FORM_PART}})(${CHARACTERS}{${WEBHOOK_PART}})$`);
const UPLOAD = new RegExp(`^upl_${CHARACTERS}{${UPLOAD_PART}}$`);
const DELIVERY = new RegExp(
  `^whd_(${CHARACTERS}{${FORM_PART}})(${CHARACTERS}{${WEBHOOK_PART}})(${CHARACTERS}{${ULID_LENGTH}})$`,
);

function randomCharacters(count: number, random: RandomBytes): string {
  return Array.from(random(count), (byte) => ALPHABET.charAt(byte & 31)).join('');
}

function newUlid(at: number, random: RandomBytes): string {
  return ulid(at, () => (random(1)[0] ?? 0) / 256);
}

export const newAccountId = (random: RandomBytes): string => `acc_${randomCharacters(12, random)}`;
export const newFormId = (random: RandomBytes): string => `frm_${randomCharacters(FORM_PART, random)}`;

/** A key's id sorts by `at` within its account. */
export const newKeyId = (at: number, random: RandomBytes): string => `key_${newUlid(at, random)}`;
/** A member's id sorts by `at`, the time of the invitation, within its account. */
export const newMemberId = (at: number, random: RandomBytes): string => `mem_${newUlid(at, random)}`;
/** An access token's id, under which logs name it. */
export const newTokenId = (at: number, random: RandomBytes): string => `tok_${newUlid(at, random)}`;
export const newFileId = (random: RandomBytes): string => `file_${randomCharacters(16, random)}`;
/** Long enough that nobody guesses the upload of another submitter of the same form. */
export const newUploadId = (random: RandomBytes): string => `upl_${randomCharacters(UPLOAD_PART, random)}`;

/** A submission's id sorts by `at` within its form. */
export function newSubmissionId(formId: string, at: number, random: RandomBytes): string {
  return `sub_${partOfForm(formId)}${newUlid(at, random)}`;
}

/** When a submission was received, in milliseconds since the epoch: its id contains the time. */
export function submissionTime(submissionId: string): number {
  return decodeTime(submissionId.slice(-ULID_LENGTH));
}

/**
 * The part of a submission's id that says when it was received: of two submissions of any forms the newer one has the
 * greater.
 */
export const ulidOf = (submissionId: string): string => submissionId.slice(-ULID_LENGTH);

/** The first and the last ULID that there can be. */
export const OLDEST_ULID = '0'.repeat(ULID_LENGTH);
export const NEWEST_ULID = `7${'Z'.repeat(ULID_LENGTH - 1)}`;

/** Milliseconds since the epoch. */
export const ulidTime = (of: string): number => decodeTime(of);

/** The ULID at or after which all those of this time or later are. */
export function ulidBound(at: number): string {
  const time = Math.min(Math.max(0, Math.floor(at)), 2 ** 48 - 1);
  return encodeTime(time, 10).padEnd(ULID_LENGTH, '0');
}

/** The id that a submission of the form with this ULID has. */
export const submissionIdOf = (formId: string, of: string): string => `sub_${partOfForm(formId)}${of}`;

export function newWebhookId(formId: string, random: RandomBytes): string {
  return `wh_${partOfForm(formId)}${randomCharacters(WEBHOOK_PART, random)}`;
}

/**
 * The id of the delivery of a submission to a webhook. It depends on these two only, so that a message that is processed
 * twice makes one delivery (docs/invariants.md, 2).
 */
export function deliveryIdOf(webhookId: string, submissionId: string): string {
  const submission = SUBMISSION.exec(submissionId);
  const webhook = WEBHOOK.exec(webhookId);
  if (!submission?.[2] || !webhook) throw new TypeError(`No delivery of ${submissionId} to ${webhookId}`);
  return `whd_${webhookId.slice('wh_'.length)}${submission[2]}`;
}

/** The id of a test ping, which has no submission. */
export function newTestDeliveryId(webhookId: string, at: number, random: RandomBytes): string {
  if (!WEBHOOK.test(webhookId)) throw new TypeError(`Not a webhook id: ${webhookId}`);
  return `whd_${webhookId.slice('wh_'.length)}${newUlid(at, random)}`;
}

/** The ids of a delivery's parents (a test ping has no such submission); undefined when it is no delivery id. */
export function parentsOfDelivery(
  deliveryId: string,
): { formId: string; webhookId: string; submissionId: string } | undefined {
  const [, form, webhook, submission] = DELIVERY.exec(deliveryId) ?? [];
  if (!form || !webhook || !submission) return undefined;
  return {
    formId: `frm_${form}`,
    webhookId: `wh_${form}${webhook}`,
    submissionId: `sub_${form}${submission}`,
  };
}

/** The form that a submission or webhook id belongs to; undefined when it is neither. */
export function formIdOf(childId: string): string | undefined {
  const form = (SUBMISSION.exec(childId) ?? WEBHOOK.exec(childId))?.[1];
  return form === undefined ? undefined : `frm_${form}`;
}

export const isUploadId = (text: string): boolean => UPLOAD.test(text);
export const isSubmissionId = (text: string): boolean => SUBMISSION.test(text);
export const isFormId = (text: string): boolean => FORM.test(text);
export const isMemberId = (text: string): boolean => MEMBER.test(text);
export const isKeyId = (text: string): boolean => KEY.test(text);

/** The sort key at or after which all submissions received at `at` or later are; it is the id of none. */
export function submissionIdBound(formId: string, at: number): string {
  return `sub_${partOfForm(formId)}${ulidBound(at)}`;
}

/** The sort key at or after which all deliveries are of what was received at `at` or later; it is the id of none. */
export function deliveryIdBound(webhookId: string, at: number): string {
  if (!WEBHOOK.test(webhookId)) throw new TypeError(`Not a webhook id: ${webhookId}`);
  return `whd_${webhookId.slice('wh_'.length)}${ulidBound(at)}`;
}

function partOfForm(formId: string): string {
  const part = FORM.exec(formId)?.[1];
  if (part === undefined) throw new TypeError(`Not a form id: ${formId}`);
  return part;
}
