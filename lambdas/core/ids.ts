/**
 * Creates, validates and parses ids. An id contains the id of its parent, so one GetItem reads a
 * resource and one Query reads a list (docs/architecture.md). For clients, ids are opaque strings with a
 * prefix.
 */
import { createHash } from 'node:crypto';
import { decodeTime, encodeTime } from 'ulid';
import type { RandomBytes } from './random.ts';
import { withPiece } from './submission-pieces.ts';

/** Crockford's base 32, which omits I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ACCOUNT_PART = 12;
const FORM_PART = 10;
const WEBHOOK_PART = 10;
/**
 * Longer than `WEBHOOK_PART`, so that the length of a delivery id distinguishes subscriptions from webhooks.
 */
const SUBSCRIPTION_PART = 16;
const UPLOAD_PART = 26;
const ULID_LENGTH = 26;
const RANDOM_PART = 16;

const CHARACTERS = `[${ALPHABET}]`;
const ACCOUNT = new RegExp(`^acc_(${CHARACTERS}{${ACCOUNT_PART}})$`);
const FORM = new RegExp(`^frm_(${CHARACTERS}{${FORM_PART}})$`);
const KEY = new RegExp(`^key_${CHARACTERS}{${ULID_LENGTH}}$`);
const MEMBER = new RegExp(`^mem_${CHARACTERS}{${ULID_LENGTH}}$`);
const LABEL = new RegExp(`^lbl_${CHARACTERS}{${ULID_LENGTH}}$`);
const SUBMISSION = new RegExp(`^sub_(${CHARACTERS}{${FORM_PART}})(${CHARACTERS}{${ULID_LENGTH}})$`);
const REPLY_TEMPLATE = new RegExp(`^tpl_${CHARACTERS}{${ULID_LENGTH}}$`);
const WEBHOOK = new RegExp(`^wh_(${CHARACTERS}{${FORM_PART}})(${CHARACTERS}{${WEBHOOK_PART}})$`);
/** Matches ids of account-wide webhooks, which are longer than the ids of form webhooks. */
const ACCOUNT_WEBHOOK = new RegExp(`^wh_(${CHARACTERS}{${ACCOUNT_PART}})(${CHARACTERS}{${WEBHOOK_PART}})$`);
/** Matches ids of agents' subscriptions to one form and to all forms of an account. */
const SUBSCRIPTION = new RegExp(
  `^evs_(${CHARACTERS}{${FORM_PART}}|${CHARACTERS}{${ACCOUNT_PART}})(${CHARACTERS}{${SUBSCRIPTION_PART}})$`,
);
const UPLOAD = new RegExp(`^upl_${CHARACTERS}{${UPLOAD_PART}}$`);
/**
 * Suffix for the ids of deliveries about a submission's later events, such as a change. Has at most nine
 * characters, because the names of Step Functions executions, which are limited in length, contain the id.
 */
const OCCASION = `(?:_${CHARACTERS}{1,8})?`;
/** Matches the part of a delivery id that identifies the webhook or subscription. */
const RECEIVER = `(${CHARACTERS}{${WEBHOOK_PART}}|${CHARACTERS}{${SUBSCRIPTION_PART}})`;
const DELIVERY = new RegExp(
  `^whd_(${CHARACTERS}{${FORM_PART}})${RECEIVER}(${CHARACTERS}{${ULID_LENGTH}})${OCCASION}$`,
);

/**
 * Matches ids of deliveries to account-wide webhooks. The form's part is last, so a webhook's deliveries
 * are sorted by time.
 */
const ACCOUNT_DELIVERY = new RegExp(
  `^whd_(${CHARACTERS}{${ACCOUNT_PART}})${RECEIVER}(${CHARACTERS}{${ULID_LENGTH}})(${CHARACTERS}{${FORM_PART}})${OCCASION}$`,
);
/**
 * Replaces the form's part in the ids of test pings to account-wide webhooks, which don't belong to a form.
 */
const NO_FORM = '0'.repeat(FORM_PART);

const RECOVERY = new RegExp(
  `^rec_(${CHARACTERS}{${FORM_PART + WEBHOOK_PART}}|${CHARACTERS}{${ACCOUNT_PART + WEBHOOK_PART}})${CHARACTERS}{${ULID_LENGTH}}$`,
);

const BULK_JOB = new RegExp(
  `^blk_(?:(${CHARACTERS}{${FORM_PART}})|(${CHARACTERS}{${ACCOUNT_PART}}))${CHARACTERS}{${ULID_LENGTH}}$`,
);

/** Matches ids of an account's apps. Ids of the installation's apps are shorter. */
const ACCOUNT_APP = new RegExp(`^app_(${CHARACTERS}{${ACCOUNT_PART}})${CHARACTERS}{${ULID_LENGTH}}$`);
const INSTALLATION_APP = new RegExp(`^app_${CHARACTERS}{${ULID_LENGTH}}$`);

const CONNECTION = new RegExp(`^con_(${CHARACTERS}{${ACCOUNT_PART}})${CHARACTERS}{${ULID_LENGTH}}$`);

const DATA_REQUEST = new RegExp(`^dsr_(${CHARACTERS}{${ACCOUNT_PART}})${CHARACTERS}{${ULID_LENGTH}}$`);

const IMPORT = new RegExp(`^imp_(${CHARACTERS}{${FORM_PART}})${CHARACTERS}{${ULID_LENGTH}}$`);

/** Owner of apps that are available to all accounts. */
export const INSTALLATION = 'installation';

function randomCharacters(count: number, random: RandomBytes): string {
  return Array.from(random(count), (byte) => ALPHABET.charAt(byte & 31)).join('');
}

function newUlid(at: number, random: RandomBytes): string {
  // Create all random characters in one call. The ulid library would request the 16 characters one at a time.
  return encodeTime(at, ULID_LENGTH - RANDOM_PART) + randomCharacters(RANDOM_PART, random);
}

export const newAccountId = (random: RandomBytes): string => `acc_${randomCharacters(ACCOUNT_PART, random)}`;
export const newFormId = (random: RandomBytes): string => `frm_${randomCharacters(FORM_PART, random)}`;

/** Creates a key id that sorts by `at` within its account. */
export const newKeyId = (at: number, random: RandomBytes): string => `key_${newUlid(at, random)}`;
/** Creates a member id that sorts by `at`, the time of the invitation, within its account. */
export const newMemberId = (at: number, random: RandomBytes): string => `mem_${newUlid(at, random)}`;
/** Creates a label id that sorts by `at` within its account. */
export const newLabelId = (at: number, random: RandomBytes): string => `lbl_${newUlid(at, random)}`;
/** Creates the id of a reply, which sorts by `at` within its submission. */
export const newReplyId = (at: number, random: RandomBytes): string => `rep_${newUlid(at, random)}`;
/** Creates the id of a reply template, which sorts by `at` within its account. */
export const newReplyTemplateId = (at: number, random: RandomBytes): string => `tpl_${newUlid(at, random)}`;
/** Creates the id that logs use for an access token. */
export const newTokenId = (at: number, random: RandomBytes): string => `tok_${newUlid(at, random)}`;
/** Creates the id of an audit log row, which sorts by `at`. */
export const newAuditEventId = (at: number, random: RandomBytes): string => `aud_${newUlid(at, random)}`;
/** Returns the lower bound for ids of audit log rows written at `at` or later. No row has this id. */
export const auditEventIdBound = (at: number): string => `aud_${ulidBound(at)}`;
/** Returns the time encoded in the id of an audit log row, in milliseconds since the epoch. */
export const auditEventTime = (id: string): number => decodeTime(id.slice(-ULID_LENGTH));
export const newFileId = (random: RandomBytes): string => `file_${randomCharacters(16, random)}`;
/**
 * Creates an upload id that is long enough to prevent people who submit the same form from guessing each
 * other's uploads.
 */
export const newUploadId = (random: RandomBytes): string => `upl_${randomCharacters(UPLOAD_PART, random)}`;

/**
 * Creates a submission id that sorts by `at` within its form.
 * @param pieces number of partitions that the form's new submissions are spread over
 */
export function newSubmissionId(formId: string, at: number, random: RandomBytes, pieces = 1): string {
  const [byte = 0] = pieces > 1 ? random(1) : [];
  return `sub_${partOfForm(formId)}${withPiece(newUlid(at, random), byte % pieces)}`;
}

/**
 * Returns the time when a submission was received, as encoded in its id, in milliseconds since the epoch.
 */
export function submissionTime(submissionId: string): number {
  return decodeTime(submissionId.slice(-ULID_LENGTH));
}

/** Returns the ULID in a submission's id. ULIDs sort by time across forms, with the newest last. */
export const ulidOf = (submissionId: string): string => submissionId.slice(-ULID_LENGTH);

/** The smallest and the largest possible ULIDs. */
export const OLDEST_ULID = '0'.repeat(ULID_LENGTH);
export const NEWEST_ULID = `7${'Z'.repeat(ULID_LENGTH - 1)}`;

/** Returns the time encoded in a ULID, in milliseconds since the epoch. */
export const ulidTime = (of: string): number => decodeTime(of);

/** Returns the lower bound for ULIDs created at this time or later. */
export function ulidBound(at: number): string {
  const time = Math.min(Math.max(0, Math.floor(at)), 2 ** 48 - 1);
  return encodeTime(time, 10).padEnd(ULID_LENGTH, '0');
}

/** Returns the submission id for this form and ULID. */
export const submissionIdOf = (formId: string, of: string): string => `sub_${partOfForm(formId)}${of}`;

/**
 * Creates a webhook id.
 * @param ownerId the webhook's form, or the account for an account-wide webhook
 */
export function newWebhookId(ownerId: string, random: RandomBytes): string {
  const owner = (FORM.exec(ownerId) ?? ACCOUNT.exec(ownerId))?.[1];
  if (owner === undefined) throw new TypeError(`Neither a form id nor an account id: ${ownerId}`);
  return `wh_${owner}${randomCharacters(WEBHOOK_PART, random)}`;
}

/**
 * Returns the id of an agent's subscription.
 * @param ownerId the form, or the account for a subscription to all forms
 * @param digest at least 16 bytes that identify the subscription
 */
export function subscriptionIdOf(ownerId: string, digest: Uint8Array): string {
  const owner = (FORM.exec(ownerId) ?? ACCOUNT.exec(ownerId))?.[1];
  if (owner === undefined) throw new TypeError(`Neither a form id nor an account id: ${ownerId}`);
  return `evs_${owner}${randomCharacters(SUBSCRIPTION_PART, (count) => digest.subarray(0, count))}`;
}

/** Returns true if this is the id of an agent's subscription, and not of another webhook. */
export const isSubscriptionId = (webhookId: string): boolean => SUBSCRIPTION.test(webhookId);

/**
 * Returns the id of the owner of a webhook or subscription: its form, or its account if it is for all forms.
 * Returns undefined for any other id.
 */
export function ownerIdOfWebhook(webhookId: string): string | undefined {
  const form = WEBHOOK.exec(webhookId)?.[1];
  if (form !== undefined) return `frm_${form}`;
  const owner = (ACCOUNT_WEBHOOK.exec(webhookId) ?? SUBSCRIPTION.exec(webhookId))?.[1];
  if (owner === undefined) return undefined;
  return owner.length === FORM_PART ? `frm_${owner}` : `acc_${owner}`;
}

/**
 * Returns the id of a submission's delivery to a webhook. It depends only on the two ids, so processing a
 * message twice creates a single delivery (docs/invariants.md, 2).
 */
export function deliveryIdOf(webhookId: string, submissionId: string): string {
  const [, form = '', received = ''] = SUBMISSION.exec(submissionId) ?? [];
  if (received === '') throw new TypeError(`Invalid submission or webhook id: ${submissionId}, ${webhookId}`);
  return deliveryId(webhookId, received, form);
}

/** Something that happened to a submission after it was accepted: a change, its deletion or a failed delivery. */
export type Occasion =
  | { readonly kind: 'change'; readonly version: number }
  | { readonly kind: 'deletion' }
  | { readonly kind: 'failure'; readonly deliveryId: string; readonly attempts: number };

/**
 * Returns the id of the delivery that notifies a webhook of a later event. The id starts with the id of the
 * submission's delivery and depends only on the arguments, so processing a message twice creates a single
 * delivery.
 */
export function occasionDeliveryId(webhookId: string, submissionId: string, occasion: Occasion): string {
  return `${deliveryIdOf(webhookId, submissionId)}_${partOfOccasion(occasion)}`;
}

function partOfOccasion(occasion: Occasion): string {
  switch (occasion.kind) {
    case 'change':
      return `C${occasion.version}`;
    case 'deletion':
      return 'D';
    case 'failure': {
      const digest = createHash('sha256').update(`${occasion.deliveryId} ${occasion.attempts}`).digest();
      return `F${Array.from(digest.subarray(0, 7), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
    }
  }
}

/** Creates a delivery id for a test ping, which has no submission. */
export function newTestDeliveryId(webhookId: string, at: number, random: RandomBytes): string {
  return deliveryId(webhookId, newUlid(at, random), NO_FORM);
}

function deliveryId(webhookId: string, received: string, form: string): string {
  const isOfAccount = ownerIdOfWebhook(webhookId)?.startsWith('acc_') === true;
  return `${deliveriesOf(webhookId)}${received}${isOfAccount ? form : ''}`;
}

/** Returns the prefix of the webhook's delivery ids. */
function deliveriesOf(webhookId: string): string {
  if (ownerIdOfWebhook(webhookId) === undefined) throw new TypeError(`Not a webhook id: ${webhookId}`);
  return `whd_${webhookId.slice(webhookId.indexOf('_') + 1)}`;
}

export interface ParentsOfDelivery {
  /** The webhook's owner, which is a form or an account. */
  readonly ownerId: string;
  readonly webhookId: string;
  /** For test pings, no form or submission with this id exists. */
  readonly formId: string;
  readonly submissionId: string;
}

/** Returns the ids in a delivery id, or undefined if this is not a delivery id. */
export function parentsOfDelivery(deliveryId: string): ParentsOfDelivery | undefined {
  const [, form, webhook, received] = DELIVERY.exec(deliveryId) ?? [];
  if (form && webhook && received) {
    return {
      ownerId: `frm_${form}`,
      formId: `frm_${form}`,
      webhookId: `${prefixOf(webhook)}${form}${webhook}`,
      submissionId: `sub_${form}${received}`,
    };
  }
  const [, account, ofAccount, at, formOfAccount] = ACCOUNT_DELIVERY.exec(deliveryId) ?? [];
  if (!account || !ofAccount || !at || !formOfAccount) return undefined;
  return {
    ownerId: `acc_${account}`,
    formId: `frm_${formOfAccount}`,
    webhookId: `${prefixOf(ofAccount)}${account}${ofAccount}`,
    submissionId: `sub_${formOfAccount}${at}`,
  };
}

const prefixOf = (receiver: string): string => (receiver.length === SUBSCRIPTION_PART ? 'evs_' : 'wh_');

/** Creates a recovery id that sorts by `at` within its webhook. */
export function newRecoveryId(webhookId: string, at: number, random: RandomBytes): string {
  return `rec_${webhookId.slice('wh_'.length)}${newUlid(at, random)}`;
}

/** Returns a recovery's webhook id, or undefined if this is not a recovery id. */
export function webhookIdOfRecovery(recoveryId: string): string | undefined {
  const webhook = RECOVERY.exec(recoveryId)?.[1];
  return webhook === undefined ? undefined : `wh_${webhook}`;
}

/**
 * Creates the id of a bulk job, which sorts by `at` within its owner.
 * @param ownerId the id of the form with the submissions to change, or of the account
 */
export function newBulkJobId(ownerId: string, at: number, random: RandomBytes): string {
  return `blk_${ownerId.slice('frm_'.length)}${newUlid(at, random)}`;
}

/**
 * Returns the id of a bulk job's owner: a form or an account. Returns undefined if this is not a bulk job's
 * id.
 */
export function ownerIdOfBulkJob(jobId: string): string | undefined {
  const [, form, account] = BULK_JOB.exec(jobId) ?? [];
  if (form !== undefined) return `frm_${form}`;
  return account === undefined ? undefined : `acc_${account}`;
}

/**
 * Creates an app id that sorts by `at` within its owner.
 * @param owner an account id or `INSTALLATION`
 */
export function newAppId(owner: string, at: number, random: RandomBytes): string {
  const account = ACCOUNT.exec(owner)?.[1];
  if (account === undefined && owner !== INSTALLATION) throw new TypeError(`Not an owner of apps: ${owner}`);
  return `app_${account ?? ''}${newUlid(at, random)}`;
}

/**
 * Returns the owner of an app: an account id or `INSTALLATION`. Returns undefined if this is not an app id.
 */
export function ownerOfApp(appId: string): string | undefined {
  if (INSTALLATION_APP.test(appId)) return INSTALLATION;
  const account = ACCOUNT_APP.exec(appId)?.[1];
  return account === undefined ? undefined : `acc_${account}`;
}

/** Creates a connection id that sorts by `at` within its account. */
export function newConnectionId(accountId: string, at: number, random: RandomBytes): string {
  const account = ACCOUNT.exec(accountId)?.[1];
  if (account === undefined) throw new TypeError(`Not an account id: ${accountId}`);
  return `con_${account}${newUlid(at, random)}`;
}

/** Returns the account id of a connection, or undefined if this is not a connection id. */
export function accountIdOfConnection(connectionId: string): string | undefined {
  const account = CONNECTION.exec(connectionId)?.[1];
  return account === undefined ? undefined : `acc_${account}`;
}

/** Creates the id of a data request, which sorts by `at` within its account. */
export function newDataRequestId(accountId: string, at: number, random: RandomBytes): string {
  const account = ACCOUNT.exec(accountId)?.[1];
  if (account === undefined) throw new TypeError(`Not an account id: ${accountId}`);
  return `dsr_${account}${newUlid(at, random)}`;
}

/** Returns the account id of a data request, or undefined if this is not a data request's id. */
export function accountIdOfDataRequest(requestId: string): string | undefined {
  const account = DATA_REQUEST.exec(requestId)?.[1];
  return account === undefined ? undefined : `acc_${account}`;
}

/** Creates the id of an import, which sorts by `at` within its form. */
export function newImportId(formId: string, at: number, random: RandomBytes): string {
  return `imp_${partOfForm(formId)}${newUlid(at, random)}`;
}

/** Returns the form id of an import, or undefined if this is not an import's id. */
export function formIdOfImport(importId: string): string | undefined {
  const form = IMPORT.exec(importId)?.[1];
  return form === undefined ? undefined : `frm_${form}`;
}

/** Maximum number of rows for which `importedSubmissionId` preserves the order. */
const ORDERED_ROWS = ALPHABET.length ** 4;

/**
 * Returns the id of an imported submission, which sorts by `at` within its form. Among rows with the same time,
 * earlier rows count as newer, because exports list the newest submission first.
 * @param row the number of the row in its file
 * @param digest at least twelve bytes that identify the row
 */
export function importedSubmissionId(
  formId: string,
  at: number,
  { row, digest }: { readonly row: number; readonly digest: Uint8Array },
): string {
  const order = encodeTime(Math.max(0, ORDERED_ROWS - 1 - row), 4);
  const rest = Array.from(digest.subarray(0, RANDOM_PART - 4), (byte) => ALPHABET.charAt(byte & 31)).join('');
  return submissionIdOf(formId, withPiece(`${encodeTime(at, ULID_LENGTH - RANDOM_PART)}${order}${rest}`, 0));
}

/**
 * Returns the form id for a submission, a form's webhook or a subscription to a form, or undefined for any
 * other id.
 */
export function formIdOf(childId: string): string | undefined {
  const form = SUBMISSION.exec(childId)?.[1];
  if (form !== undefined) return `frm_${form}`;
  const owner = ownerIdOfWebhook(childId);
  return owner !== undefined && isFormId(owner) ? owner : undefined;
}

export const isUploadId = (text: string): boolean => UPLOAD.test(text);
export const isSubmissionId = (text: string): boolean => SUBMISSION.test(text);
export const isFormId = (text: string): boolean => FORM.test(text);
export const isMemberId = (text: string): boolean => MEMBER.test(text);
export const isLabelId = (text: string): boolean => LABEL.test(text);
export const isReplyTemplateId = (text: string): boolean => REPLY_TEMPLATE.test(text);
export const isKeyId = (text: string): boolean => KEY.test(text);

/** Returns the prefix of the form's submission ids. */
export const submissionIdPrefix = (formId: string): string => `sub_${partOfForm(formId)}`;

/**
 * Returns the lower bound for the sort keys of submissions received at `at` or later. No submission has this
 * id.
 */
export function submissionIdBound(formId: string, at: number): string {
  return `sub_${partOfForm(formId)}${ulidBound(at)}`;
}

/**
 * Returns the lower bound for the sort keys of deliveries, for submissions received at `at` or later. No
 * delivery has this id.
 */
export function deliveryIdBound(webhookId: string, at: number): string {
  return `${deliveriesOf(webhookId)}${ulidBound(at)}`;
}

function partOfForm(formId: string): string {
  const part = FORM.exec(formId)?.[1];
  if (part === undefined) throw new TypeError(`Not a form id: ${formId}`);
  return part;
}
