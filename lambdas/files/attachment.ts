/** Defines submissions' files, their API representation and their signed links. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { DAY, epochSeconds } from '../core/clock.ts';
import { Forbidden } from '../core/errors/errors.ts';

/** Schema of a file's entry in its submission's table item. The file's content is stored in the bucket. */
export const attachment = z.object({
  file_id: z.string(),
  field: z.string(),
  name: z.string(),
  content_type: z.string(),
  size: z.int(),
});
export type Attachment = z.infer<typeof attachment>;

/** Representation of a file in the management API and in webhooks. */
export const attachmentView = attachment.omit({ file_id: true }).extend({ id: z.string(), url: z.string() });
export type AttachmentView = z.infer<typeof attachmentView>;

/** Query parameters of a signed link. */
export const linkQuery = z.strictObject({
  expires: z.string().max(20).optional().describe('When the link expires, in seconds since 1970.'),
  signature: z.string().max(100).optional().describe('Signature of the service.'),
});
export type LinkQuery = z.infer<typeof linkQuery>;

/** Lifetime of a download link, in days (docs/specification.md). */
export const LINK_DAYS = 7;

/**
 * The parts of a submission needed to create a download link. A submission without `link_key` has no files.
 */
export interface LinkedSubmission {
  readonly submission_id: string;
  readonly attachments: readonly Attachment[];
  /** Key that signs links to this submission's files only. The links don't reveal the key. */
  readonly link_key?: string | undefined;
}

/** Base URL for links and the current time. */
export interface LinkOrigin {
  readonly baseUrl: string;
  readonly now: number;
}

/** Returns a submission's files, each with a public link that is valid for seven days. */
export function toAttachmentViews(of: LinkedSubmission, { baseUrl, now }: LinkOrigin): AttachmentView[] {
  const expires = String(epochSeconds(now + LINK_DAYS * DAY));
  return of.attachments.map(({ file_id, ...shown }) => ({
    id: file_id,
    ...shown,
    url: `${baseUrl}/v1/submissions/${of.submission_id}/files/${file_id}?expires=${expires}&signature=${signatureOf(of, file_id, expires).toString('base64url')}`,
  }));
}

/**
 * Checks that the service signed a link for this file and that the link hasn't expired. An invalid link
 * causes the same error whether or not the submission exists.
 * @throws Forbidden
 */
export function assertLinkValid(
  of: LinkedSubmission | undefined,
  fileId: string,
  { expires = '', signature = '' }: LinkQuery,
  now: number,
): asserts of is LinkedSubmission {
  const sent = Buffer.from(signature, 'base64url');
  const right = signatureOf(of ?? NO_SUBMISSION, fileId, expires);
  const isOurs = sent.length === right.length && timingSafeEqual(sent, right);
  if (of?.link_key === undefined || !isOurs) throw new Forbidden('The link is not valid.');
  if (epochSeconds(now) >= Number(expires))
    throw new Forbidden(
      `The link has expired after ${LINK_DAYS} days. Read the submission again to get a new one.`,
    );
}

const NO_SUBMISSION = { submission_id: '', link_key: '' };

/**
 * Computes the signature of a link. The signed values are separated by line breaks, which they can't contain,
 * so no two links have the same signed text.
 */
function signatureOf(
  { submission_id, link_key = '' }: Pick<LinkedSubmission, 'submission_id' | 'link_key'>,
  fileId: string,
  expires: string,
): Buffer {
  return createHmac('sha256', link_key).update(`${submission_id}\n${fileId}\n${expires}`).digest();
}
