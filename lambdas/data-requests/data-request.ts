/**
 * Defines data requests (docs/specification.md, "Data requests"), which export or erase everything that a
 * person has sent. Each request starts with a search. After that, an export is packed into a ZIP file, and an
 * erasure waits for confirmation.
 */
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { DAY, epochSeconds, timestamp } from '../core/clock.ts';
import { newDataRequestId } from '../core/ids.ts';
import type { RandomBytes } from '../core/random.ts';
import { emailAddress, withAsciiDomain } from '../core/text/email-address.ts';
import { submissionStatuses } from '../submissions/submission.ts';
import { erasureProgress } from './erasing/erasure-progress.ts';

/** Days after which an unconfirmed erasure and its matches are deleted. */
const UNCONFIRMED_DAYS = 30;
/** Days until an export's ZIP file is deleted. The bucket's lifecycle rule must use the same number of days. */
export const ZIP_DAYS = 7;

export const dataRequestKinds = ['export', 'erase'] as const;
export const dataRequestStatuses = [
  'searching',
  'ready',
  'packing',
  'erasing',
  'finished',
  'cancelled',
  'failed',
] as const;
export type DataRequestStatus = (typeof dataRequestStatuses)[number];

/** Body of `POST /v1/data-requests`. */
export const dataRequestInput = z
  .strictObject({
    kind: z.enum(dataRequestKinds).describe('`export` creates a ZIP file. `erase` waits for a confirmation.'),
    email: z
      .string()
      .transform((text) => withAsciiDomain(text.trim()))
      .pipe(emailAddress)
      .optional()
      .describe("The person's e-mail address. Finds values that contain exactly this address."),
    terms: z
      .array(z.string().trim().min(4).max(200))
      .min(1)
      .max(5)
      .optional()
      .describe('Words that must all occur in a submission, ignoring case and accents.')
      .meta({ examples: [['Lovelace', 'Ockham']] }),
    note: z.string().max(500).optional().describe('For your own use, for example a reference number.'),
  })
  .refine(({ email, terms }) => (email === undefined) !== (terms === undefined), {
    message: 'needs either email or terms, for example {"kind": "export", "email": "ada@example.com"}',
  });
export type DataRequestInput = z.output<typeof dataRequestInput>;

export const dataRequestCounts = z.object({
  submissions: z.int().describe('Submissions, including spam.'),
  spam: z.int().describe('Number of these submissions that are spam.'),
  files: z.int().describe('Files of the submissions.'),
  emails: z.int().describe('E-mail records of the submissions.'),
  deliveries: z.int().describe('Deliveries of the submissions to webhooks.'),
  recipients: z.int().describe('Recipient entries in form settings that contain the address.'),
});
export type DataRequestCounts = z.infer<typeof dataRequestCounts>;

export const toldWebhook = z.object({
  webhook_id: z.string(),
  host: z.string().nullable().describe("The host of the webhook's URL. Null if the webhook was deleted."),
  deliveries: z.int().describe('Number of deliveries that the service tried to send.'),
});
export const toldRecipient = z.object({
  address: z.string().describe('E-mail address of the recipient.'),
  emails: z.int().describe('Number of e-mails that were sent.'),
});
export const toldConnection = z.object({
  connection_id: z.string().describe('The connection.'),
  name: z.string().describe("The app's name."),
  deliveries: z.int().describe("Number of deliveries to the app's webhooks."),
});
/** Recipients of copies of the submissions. Never includes the person. */
export const told = z.object({
  webhooks: z.array(toldWebhook).describe('Webhooks that the service sent submissions to.'),
  recipients: z.array(toldRecipient).describe('Recipients of e-mails, except for the person.'),
  connections: z.array(toldConnection).describe('Apps with webhooks that the service sent submissions to.'),
});
export type Told = z.infer<typeof told>;

/** Proof of a finished request. Contains none of the person's data. */
export const certificate = z.object({
  digest: z
    .string()
    .describe("Keyed digest of the address or words. Only this account's requests can have it."),
  kind: z.enum(dataRequestKinds).describe('Whether data was exported or erased.'),
  counts: dataRequestCounts.describe('What was exported or erased.'),
  searched_until: z.string().describe('Everything received before this time was searched.'),
  finished_at: z.string(),
  remains: z
    .array(
      z.object({
        what: z.string().describe('What remains.'),
        until: z.string().describe('The data is deleted by this time.'),
      }),
    )
    .describe('Places where data remains for a limited time, with the time of its deletion.'),
  told,
});
export type Certificate = z.infer<typeof certificate>;

/** Records that contain the address but that an erasure doesn't change. */
export const unchanged = z.object({
  members: z.int().describe('Members of the account with this address.'),
  spam_lists: z
    .array(
      z.object({ form_id: z.string(), list: z.enum(['blocked', 'allowed']).describe('Which list it is.') }),
    )
    .describe('Spam lists of forms that contain the address.'),
});

export const formWithMatches = z.object({
  form_id: z.string(),
  name: z.string(),
  submissions: z.int().describe('Number of matching submissions.'),
});

/** An account's slots. Each running request occupies one. */
export const slots = [
  'data-request-1',
  'data-request-2',
  'data-request-3',
  'data-request-4',
  'data-request-5',
] as const;

/** A request as stored (FormJobs table). */
export const dataRequest = z.object({
  /** The account's id. */
  form_id: z.string(),
  /** The request's id. */
  kind: z.string(),
  request_kind: z.enum(dataRequestKinds),
  /** Like `terms`, `note` and `search`, this is removed when the request ends. */
  email: z.string().optional(),
  terms: z.array(z.string()).optional(),
  note: z.string().optional(),
  /** Keyed digest of the address or the search terms. */
  digest: z.string(),
  status: z.enum(dataRequestStatuses),
  reason: z.string().optional(),
  created_at: z.string(),
  searched_until: z.string(),
  /**
   * Set if the request repeats an earlier one after a restore. Only data received before this time is erased,
   * because the person may have submitted forms again since then.
   */
  received_before: z.string().optional(),
  /** Time of the confirmation. */
  confirmed_at: z.string().optional(),
  finished_at: z.string().optional(),
  counts: dataRequestCounts,
  forms: z.array(formWithMatches),
  told,
  unchanged: unchanged.optional(),
  /**
   * Forms that haven't been fully searched yet, and the last submission searched in the first of these forms.
   */
  search: z.object({ form_ids: z.array(z.string()), after: z.string().optional() }).optional(),
  /** Progress of the erasure. */
  erasure: erasureProgress.optional(),
  /** Key of the ZIP file in the Exports bucket. */
  zip_key: z.string().optional(),
  certificate: certificate.optional(),
  /** The account's slot that the request occupies while it's running. */
  slot: z.enum(slots).optional(),
  /** Number of writes. Used to detect concurrent changes. */
  version: z.int(),
  /** Absent for requests that are kept permanently. */
  expires_at: z.int().optional(),
});
export type DataRequest = z.infer<typeof dataRequest>;

/** A matching submission as stored, in the partition of its request. */
export const storedMatch = z.object({
  /** The request's id. */
  form_id: z.string(),
  /** `match#`, followed by the submission's ULID and form, so that matches are sorted by time. */
  kind: z.string(),
  submission_id: z.string(),
  owner_form_id: z.string(),
  received_at: z.string(),
  status: z.enum(submissionStatuses),
  fields: z.array(z.string()),
  expires_at: z.int(),
});
export type StoredMatch = z.infer<typeof storedMatch>;

/** Returns the key of a request's ZIP file in the Exports bucket. The lifecycle rule depends on the prefix. */
export const zipKeyOf = ({ form_id, kind }: Pick<DataRequest, 'form_id' | 'kind'>): string =>
  `data-requests/${form_id}/${kind}.zip`;

/** Returns a request's path. */
export const pathOfDataRequest = ({ kind }: Pick<DataRequest, 'kind'>): string => `/v1/data-requests/${kind}`;

/**
 * Returns the keyed digest of an address or of search terms. Within an account, equal addresses have equal
 * digests.
 * @param key the account's key for signing cursors
 */
export function digestOfWanted(
  { email, terms = [] }: Pick<DataRequest, 'email' | 'terms'>,
  key: string,
): string {
  const text = email?.toLowerCase() ?? JSON.stringify(terms);
  return createHmac('sha256', key).update(`data-request\n${text}`).digest('hex').slice(0, 32);
}

const NOTHING: DataRequestCounts = {
  submissions: 0,
  spam: 0,
  files: 0,
  emails: 0,
  deliveries: 0,
  recipients: 0,
};

/**
 * Creates a request that is ready to search.
 * @param key the account's key for signing cursors
 */
export function newDataRequest(
  { kind, email, terms, note }: DataRequestInput,
  { accountId, key }: { readonly accountId: string; readonly key: string },
  now: number,
  random: RandomBytes,
): DataRequest {
  return {
    form_id: accountId,
    kind: newDataRequestId(accountId, now, random),
    request_kind: kind,
    ...(email !== undefined && { email }),
    ...(terms !== undefined && { terms }),
    ...(note !== undefined && { note }),
    digest: digestOfWanted({ email, terms }, key),
    status: 'searching',
    created_at: timestamp(now),
    searched_until: timestamp(now),
    counts: NOTHING,
    forms: [],
    told: { webhooks: [], recipients: [], connections: [] },
    version: 1,
  };
}

/** Returns true while the service is processing the request. */
export const isRunning = ({ status }: Pick<DataRequest, 'status'>): boolean =>
  status === 'searching' || status === 'packing' || status === 'erasing';

/** Returns true if the request has ended. */
export const hasEnded = ({ status }: Pick<DataRequest, 'status'>): boolean =>
  status === 'finished' || status === 'cancelled' || status === 'failed';

/** Returns the request as ready for confirmation. It expires if nobody confirms it. */
export function readyRequest({ search: _, slot: _s, ...rest }: DataRequest, now: number): DataRequest {
  return { ...rest, status: 'ready', expires_at: epochSeconds(now + UNCONFIRMED_DAYS * DAY) };
}

/** Returns the ended request, without personal data. The caller must also delete the request's matches. */
export function endedRequest(
  request: DataRequest,
  end: Pick<DataRequest, 'reason' | 'certificate'> & {
    readonly status: 'finished' | 'cancelled' | 'failed';
  },
  now: number,
): DataRequest {
  const {
    email: _e,
    terms: _t,
    note: _n,
    search: _s,
    erasure: _r,
    slot: _l,
    expires_at: _x,
    ...rest
  } = request;
  return { ...rest, ...end, finished_at: timestamp(now) };
}

/** Returns when matches expire, in epoch seconds. If the request ends earlier, its matches are deleted then. */
export const matchesExpireAt = (now: number): number => epochSeconds(now + (UNCONFIRMED_DAYS + 1) * DAY);

/** Queue message that starts or continues the processing of a request. */
export const dataRequestMessage = z.object({ request_id: z.string() });
export type DataRequestMessage = z.infer<typeof dataRequestMessage>;
