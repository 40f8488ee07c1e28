/**
 * Identifiers (docs/architecture.md, "Tables"). A child's id carries its parent's key, so that every get is one
 * GetItem and every list one Query. To clients they are opaque strings behind a prefix.
 */
import { decodeTime, ulid } from 'ulid';
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
export const newFileId = (random: RandomBytes): string => `file_${randomCharacters(16, random)}`;
/** Long, so that an upload of another visitor of the same form cannot be guessed. */
export const newUploadId = (random: RandomBytes): string => `upl_${randomCharacters(UPLOAD_PART, random)}`;

/** A submission's id sorts by `at` within its form. */
export function newSubmissionId(formId: string, at: number, random: RandomBytes): string {
  return `sub_${partOfForm(formId)}${newUlid(at, random)}`;
}

/** When a submission was received, in milliseconds: its id begins with it. */
export function submissionTime(submissionId: string): number {
  return decodeTime(submissionId.slice(-ULID_LENGTH));
}

export function newWebhookId(formId: string, random: RandomBytes): string {
  return `wh_${partOfForm(formId)}${randomCharacters(WEBHOOK_PART, random)}`;
}

/**
 * The delivery of one submission to one webhook: the same two always give the same id, so that a message
 * processed twice makes one delivery (invariant 2).
 */
export function deliveryIdOf(webhookId: string, submissionId: string): string {
  const submission = SUBMISSION.exec(submissionId);
  const webhook = WEBHOOK.exec(webhookId);
  if (!submission?.[2] || !webhook) throw new TypeError(`No delivery of ${submissionId} to ${webhookId}`);
  return `whd_${webhookId.slice('wh_'.length)}${submission[2]}`;
}

/** The id of a test ping's delivery, which has no submission. */
export function newTestDeliveryId(webhookId: string, at: number, random: RandomBytes): string {
  if (!WEBHOOK.test(webhookId)) throw new TypeError(`Not a webhook id: ${webhookId}`);
  return `whd_${webhookId.slice('wh_'.length)}${newUlid(at, random)}`;
}

/** The form, webhook and submission of a delivery (a test ping's submission does not exist); undefined for other ids. */
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
export const isKeyId = (text: string): boolean => KEY.test(text);

/** Ids of submissions received at `at` or later sort at or after this bound; it is itself no id. */
export function submissionIdBound(formId: string, at: number): string {
  // The library takes 0 for "now", and no time before 1970 or after 48 bits.
  const time = Math.min(Math.max(1, at), 2 ** 48 - 1);
  return `sub_${partOfForm(formId)}${ulid(time, () => 0)}`;
}

function partOfForm(formId: string): string {
  const part = FORM.exec(formId)?.[1];
  if (part === undefined) throw new TypeError(`Not a form id: ${formId}`);
  return part;
}
