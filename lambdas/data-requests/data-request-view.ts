/** Converts data requests and their matches to their API representation. */
import * as z from 'zod';
import { submissionStatuses } from '../submissions/submission.ts';
import {
  certificate,
  dataRequestCounts,
  dataRequestKinds,
  dataRequestStatuses,
  formWithMatches,
  told,
  unchanged,
  type DataRequest,
  type StoredMatch,
} from './data-request.ts';

/** Representation of a matching submission in the API. */
export const matchView = z.object({
  submission_id: z.string(),
  form_id: z.string(),
  received_at: z.string(),
  status: z.enum(submissionStatuses),
  fields: z
    .array(z.string())
    .describe('Names of the fields that match. `$note` is the note of the submission.'),
});

export const toMatchView = ({
  submission_id,
  owner_form_id: form_id,
  received_at,
  status,
  fields,
}: StoredMatch): z.infer<typeof matchView> => ({ submission_id, form_id, received_at, status, fields });

/** Representation of a request in the API. */
export const dataRequestView = z.object({
  id: z.string().describe('The data request.'),
  kind: z.enum(dataRequestKinds).describe('Whether data is exported or erased.'),
  email: z.string().nullable().describe('Null for a search by words, and after the end of the request.'),
  terms: z
    .array(z.string())
    .nullable()
    .describe('Null for a search by address, and after the end of the request.'),
  note: z.string().nullable().describe('Null after the end of the request.'),
  status: z
    .enum(dataRequestStatuses)
    .describe('An erasure stays `ready` until you confirm it, for at most 30 days.'),
  reason: z.string().nullable().describe('Why the request failed. Null if it did not fail.'),
  created_at: z.string(),
  searched_until: z.string().describe('Everything received before this time was searched.'),
  counts: dataRequestCounts.describe('Number of items found or erased.'),
  forms: z.array(formWithMatches).describe('The forms with matching submissions.'),
  told: told.describe('Who got copies.'),
  unchanged: unchanged
    .nullable()
    .describe('Data that contains the address but is not changed. Null until the search is complete.'),
  download_url: z
    .string()
    .optional()
    .describe('Link to the ZIP file, valid for five minutes. Absent if there is no file.'),
  certificate: certificate.optional().describe('Absent until the request has finished.'),
  finished_at: z.string().nullable(),
});

/** Converts a request to its API representation. */
export function toDataRequestView(
  request: DataRequest,
  downloadUrl: string | undefined,
): z.infer<typeof dataRequestView> {
  const { kind: id, request_kind: kind, email, terms, note, reason, finished_at } = request;
  const { status, created_at, searched_until, counts, forms } = request;
  return {
    id,
    kind,
    email: email ?? null,
    terms: terms ?? null,
    note: note ?? null,
    status,
    reason: reason ?? null,
    created_at,
    searched_until,
    counts,
    forms,
    told: request.told,
    unchanged: request.unchanged ?? null,
    ...(downloadUrl !== undefined && { download_url: downloadUrl }),
    ...(request.certificate && { certificate: request.certificate }),
    finished_at: finished_at ?? null,
  };
}
