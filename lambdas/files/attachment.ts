/** Files of submissions: what is stored of them, what is shown, and the links by which they are fetched. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { DAY, epochSeconds } from '../core/clock.ts';
import { Forbidden } from '../core/errors.ts';

/** A file as its submission's item holds it; its bytes are in the bucket. */
export const attachment = z.object({
  file_id: z.string(),
  field: z.string(),
  name: z.string(),
  content_type: z.string(),
  size: z.int(),
});
export type Attachment = z.infer<typeof attachment>;

/** A file as the management API and webhooks show it. */
export const attachmentView = attachment.omit({ file_id: true }).extend({ id: z.string(), url: z.string() });
export type AttachmentView = z.infer<typeof attachmentView>;

/** Query of a signed link. */
export const linkQuery = z.strictObject({
  expires: z.string().max(20).optional().describe('Until when the link works, in seconds since 1970.'),
  signature: z.string().max(100).optional().describe('What makes it a link of this service.'),
});
export type LinkQuery = z.infer<typeof linkQuery>;

/** For how long a link works (docs/specification.md). */
export const LINK_DAYS = 7;

/** What a link is made from; a submission without a key has no files. */
export interface LinkedSubmission {
  readonly submission_id: string;
  readonly attachments: readonly Attachment[];
  /** Signs the links of this submission and of no other; a link does not show it. */
  readonly link_key?: string | undefined;
}

/** Where and when links are made. */
export interface LinkOrigin {
  readonly baseUrl: string;
  readonly now: number;
}

/** The files of a submission, each with a link that anybody may follow for seven days. */
export function toAttachmentViews(of: LinkedSubmission, { baseUrl, now }: LinkOrigin): AttachmentView[] {
  const expires = String(epochSeconds(now + LINK_DAYS * DAY));
  return of.attachments.map(({ file_id, ...shown }) => ({
    id: file_id,
    ...shown,
    url: `${baseUrl}/v1/submissions/${of.submission_id}/files/${file_id}?expires=${expires}&signature=${signatureOf(of, file_id, expires).toString('base64url')}`,
  }));
}

/**
 * Accepts a link that the service signed for this file and that has not expired. Every other link fails in the same
 * way, whether the submission exists or not.
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
    throw new Forbidden(`The link was valid for ${LINK_DAYS} days; the submission shows a new one.`);
}

const NO_SUBMISSION = { submission_id: '', link_key: '' };

/** Ids and times hold no line break, so that no two links sign the same text. */
function signatureOf(
  { submission_id, link_key = '' }: Pick<LinkedSubmission, 'submission_id' | 'link_key'>,
  fileId: string,
  expires: string,
): Buffer {
  return createHmac('sha256', link_key).update(`${submission_id}\n${fileId}\n${expires}`).digest();
}
