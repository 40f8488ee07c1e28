/**
 * Makes, checks and takes apart ids. A child's id contains its parent's id, so that every get is one GetItem and every
 * list one Query (docs/architecture.md). To clients ids are opaque strings behind a prefix.
 */
import { decodeTime, encodeTime } from 'ulid';
import type { RandomBytes } from './random.ts';

/** Crockford's base 32: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ACCOUNT_PART = 12;
const FORM_PART = 10;
const WEBHOOK_PART = 10;
const UPLOAD_PART = 26;
const ULID_LENGTH = 26;
const RANDOM_PART = 16;

const CHARACTERS = `[${ALPHABET}]`;
const ACCOUNT = new RegExp(`^acc_(${CHARACTERS}{${ACCOUNT_PART}})$`);
const FORM = new RegExp(`^frm_(${CHARACTERS}{${FORM_PART}})$`);
const KEY = new RegExp(`^key_${CHARACTERS}{${ULID_LENGTH}}$`);
const MEMBER = new RegExp(`^mem_${CHARACTERS}{${ULID_LENGTH}}$`);
const SUBMISSION = new RegExp(`^sub_(${CHARACTERS}{${FORM_PART}})(${CHARACTERS}{${ULID_LENGTH}})$`);
const WEBHOOK = new RegExp(`^wh_(${CHARACTERS}{${FORM_PART}})(${CHARACTERS}{${WEBHOOK_PART}})$`);
/** A webhook of all forms of an account; its id is longer than that of a form's webhook. */
const ACCOUNT_WEBHOOK = new RegExp(`^wh_(${CHARACTERS}{${ACCOUNT_PART}})(${CHARACTERS}{${WEBHOOK_PART}})$`);
const UPLOAD = new RegExp(`^upl_${CHARACTERS}{${UPLOAD_PART}}$`);
const DELIVERY = new RegExp(
  `^whd_(${CHARACTERS}{${FORM_PART}})(${CHARACTERS}{${WEBHOOK_PART}})(${CHARACTERS}{${ULID_LENGTH}})$`,
);

/** The form comes last, so that the deliveries of a webhook sort by time. */
const ACCOUNT_DELIVERY = new RegExp(
  `^whd_(${CHARACTERS}{${ACCOUNT_PART}})(${CHARACTERS}{${WEBHOOK_PART}})(${CHARACTERS}{${ULID_LENGTH}})(${CHARACTERS}{${FORM_PART}})$`,
);
/** In the place of the form in the id of a test ping to a webhook of all forms. */
const NO_FORM = '0'.repeat(FORM_PART);

const RECOVERY = new RegExp(
  `^rec_(${CHARACTERS}{${FORM_PART + WEBHOOK_PART}}|${CHARACTERS}{${ACCOUNT_PART + WEBHOOK_PART}})${CHARACTERS}{${ULID_LENGTH}}$`,
);

/** An app of an account, or one of the whole installation, whose id is shorter. */
const ACCOUNT_APP = new RegExp(`^app_(${CHARACTERS}{${ACCOUNT_PART}})${CHARACTERS}{${ULID_LENGTH}}$`);
const INSTALLATION_APP = new RegExp(`^app_${CHARACTERS}{${ULID_LENGTH}}$`);

const CONNECTION = new RegExp(`^con_(${CHARACTERS}{${ACCOUNT_PART}})${CHARACTERS}{${ULID_LENGTH}}$`);

/** Owns the apps that serve all accounts. */
export const INSTALLATION = 'installation';

function randomCharacters(count: number, random: RandomBytes): string {
  return Array.from(random(count), (byte) => ALPHABET.charAt(byte & 31)).join('');
}

function newUlid(at: number, random: RandomBytes): string {
  // In one go: the library asks for its sixteen random characters one by one.
  return encodeTime(at, ULID_LENGTH - RANDOM_PART) + randomCharacters(RANDOM_PART, random);
}

export const newAccountId = (random: RandomBytes): string => `acc_${randomCharacters(ACCOUNT_PART, random)}`;
export const newFormId = (random: RandomBytes): string => `frm_${randomCharacters(FORM_PART, random)}`;

/** A key's id sorts by `at` within its account. */
export const newKeyId = (at: number, random: RandomBytes): string => `key_${newUlid(at, random)}`;
/** A member's id sorts by `at`, the time of the invitation, within its account. */
export const newMemberId = (at: number, random: RandomBytes): string => `mem_${newUlid(at, random)}`;
/** An access token's id, under which logs name it. */
export const newTokenId = (at: number, random: RandomBytes): string => `tok_${newUlid(at, random)}`;
/** A row of the audit log; it sorts by `at`. */
export const newAuditEventId = (at: number, random: RandomBytes): string => `aud_${newUlid(at, random)}`;
/** The id at or after which all rows of the audit log of `at` or later are; it is the id of none. */
export const auditEventIdBound = (at: number): string => `aud_${ulidBound(at)}`;
/** The time of a row of the audit log, in milliseconds since the epoch. */
export const auditEventTime = (id: string): number => decodeTime(id.slice(-ULID_LENGTH));
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

/** @param ownerId the form of the webhook; the account when it is one of all its forms */
export function newWebhookId(ownerId: string, random: RandomBytes): string {
  const owner = (FORM.exec(ownerId) ?? ACCOUNT.exec(ownerId))?.[1];
  if (owner === undefined) throw new TypeError(`Neither a form id nor an account id: ${ownerId}`);
  return `wh_${owner}${randomCharacters(WEBHOOK_PART, random)}`;
}

/**
 * Whose webhook it is: the id of its form, or of its account when it is one of all forms; undefined when it is no
 * webhook id.
 */
export function ownerIdOfWebhook(webhookId: string): string | undefined {
  const form = WEBHOOK.exec(webhookId)?.[1];
  if (form !== undefined) return `frm_${form}`;
  const account = ACCOUNT_WEBHOOK.exec(webhookId)?.[1];
  return account === undefined ? undefined : `acc_${account}`;
}

/**
 * The id of the delivery of a submission to a webhook. It depends on these two only, so that a message that is processed
 * twice makes one delivery (docs/invariants.md, 2).
 */
export function deliveryIdOf(webhookId: string, submissionId: string): string {
  const [, form = '', received = ''] = SUBMISSION.exec(submissionId) ?? [];
  if (received === '') throw new TypeError(`No delivery of ${submissionId} to ${webhookId}`);
  return deliveryId(webhookId, received, form);
}

/** The id of a test ping, which has no submission. */
export function newTestDeliveryId(webhookId: string, at: number, random: RandomBytes): string {
  return deliveryId(webhookId, newUlid(at, random), NO_FORM);
}

function deliveryId(webhookId: string, received: string, form: string): string {
  return `${deliveriesOf(webhookId)}${received}${ACCOUNT_WEBHOOK.test(webhookId) ? form : ''}`;
}

/** What the ids of all deliveries to the webhook begin with. */
function deliveriesOf(webhookId: string): string {
  if (ownerIdOfWebhook(webhookId) === undefined) throw new TypeError(`Not a webhook id: ${webhookId}`);
  return `whd_${webhookId.slice('wh_'.length)}`;
}

export interface ParentsOfDelivery {
  /** Whose webhook it is: a form, or an account. */
  readonly ownerId: string;
  readonly webhookId: string;
  /** A test ping has no such form and no such submission. */
  readonly formId: string;
  readonly submissionId: string;
}

/** The ids of a delivery's parents; undefined when it is no delivery id. */
export function parentsOfDelivery(deliveryId: string): ParentsOfDelivery | undefined {
  const [, form, webhook, received] = DELIVERY.exec(deliveryId) ?? [];
  if (form && webhook && received) {
    return {
      ownerId: `frm_${form}`,
      formId: `frm_${form}`,
      webhookId: `wh_${form}${webhook}`,
      submissionId: `sub_${form}${received}`,
    };
  }
  const [, account, ofAccount, at, formOfAccount] = ACCOUNT_DELIVERY.exec(deliveryId) ?? [];
  if (!account || !ofAccount || !at || !formOfAccount) return undefined;
  return {
    ownerId: `acc_${account}`,
    formId: `frm_${formOfAccount}`,
    webhookId: `wh_${account}${ofAccount}`,
    submissionId: `sub_${formOfAccount}${at}`,
  };
}

/** A recovery's id sorts by `at` within its webhook. */
export function newRecoveryId(webhookId: string, at: number, random: RandomBytes): string {
  return `rec_${webhookId.slice('wh_'.length)}${newUlid(at, random)}`;
}

/** The webhook of a recovery; undefined when it is no recovery id. */
export function webhookIdOfRecovery(recoveryId: string): string | undefined {
  const webhook = RECOVERY.exec(recoveryId)?.[1];
  return webhook === undefined ? undefined : `wh_${webhook}`;
}

/**
 * An app's id sorts by `at` within its owner.
 * @param owner the account, or `INSTALLATION`
 */
export function newAppId(owner: string, at: number, random: RandomBytes): string {
  const account = ACCOUNT.exec(owner)?.[1];
  if (account === undefined && owner !== INSTALLATION) throw new TypeError(`No owner of an app: ${owner}`);
  return `app_${account ?? ''}${newUlid(at, random)}`;
}

/** Whose app it is: an account, or `INSTALLATION`; undefined when it is no app id. */
export function ownerOfApp(appId: string): string | undefined {
  if (INSTALLATION_APP.test(appId)) return INSTALLATION;
  const account = ACCOUNT_APP.exec(appId)?.[1];
  return account === undefined ? undefined : `acc_${account}`;
}

/** A connection's id sorts by `at` within its account. */
export function newConnectionId(accountId: string, at: number, random: RandomBytes): string {
  const account = ACCOUNT.exec(accountId)?.[1];
  if (account === undefined) throw new TypeError(`Not an account id: ${accountId}`);
  return `con_${account}${newUlid(at, random)}`;
}

/** The account of a connection; undefined when it is no connection id. */
export function accountIdOfConnection(connectionId: string): string | undefined {
  const account = CONNECTION.exec(connectionId)?.[1];
  return account === undefined ? undefined : `acc_${account}`;
}

/** The form that a submission or a form's webhook belongs to, by its id; undefined of any other id. */
export function formIdOf(childId: string): string | undefined {
  const form = (SUBMISSION.exec(childId) ?? WEBHOOK.exec(childId))?.[1];
  return form === undefined ? undefined : `frm_${form}`;
}

export const isUploadId = (text: string): boolean => UPLOAD.test(text);
export const isSubmissionId = (text: string): boolean => SUBMISSION.test(text);
export const isFormId = (text: string): boolean => FORM.test(text);
export const isMemberId = (text: string): boolean => MEMBER.test(text);
export const isKeyId = (text: string): boolean => KEY.test(text);

/** What the ids of all submissions of the form begin with. */
export const submissionIdPrefix = (formId: string): string => `sub_${partOfForm(formId)}`;

/** The sort key at or after which all submissions received at `at` or later are; it is the id of none. */
export function submissionIdBound(formId: string, at: number): string {
  return `sub_${partOfForm(formId)}${ulidBound(at)}`;
}

/** The sort key at or after which all deliveries are of what was received at `at` or later; it is the id of none. */
export function deliveryIdBound(webhookId: string, at: number): string {
  return `${deliveriesOf(webhookId)}${ulidBound(at)}`;
}

function partOfForm(formId: string): string {
  const part = FORM.exec(formId)?.[1];
  if (part === undefined) throw new TypeError(`Not a form id: ${formId}`);
  return part;
}
