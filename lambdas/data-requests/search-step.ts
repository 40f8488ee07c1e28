/**
 * Searches all of the account's forms for a person's data. For each page of submissions, stores the matches
 * first, and then the counts and the position of the next page. If the function crashes in between, the
 * page's matches are stored again but counted only once.
 */
import { timestamp, type Clock } from '../core/clock.ts';
import { formIdOf, ulidOf } from '../core/ids.ts';
import type { FormWithoutSecrets } from '../forms/form.ts';
import type { Submission } from '../submissions/submission.ts';
import { addCounts, countMatches } from './count-matches.ts';
import { matchesExpireAt, readyRequest, type DataRequest, type StoredMatch } from './data-request.ts';
import type { RequestRecords } from './request-records.ts';
import { matcherOf, type Matcher } from './person-matcher.ts';
import type { SearchedRecords } from './request-records.ts';

export interface SearchDeps {
  readonly requests: Pick<RequestRecords, 'addMatches' | 'replace'>;
  readonly reader: SearchedRecords;
  readonly now: Clock;
}

/**
 * Searches until all forms have been searched or time runs out. After the search, an export is packed, and an
 * erasure waits for confirmation.
 * @returns the stored request, or undefined if another function or the owner has changed it
 */
export async function searchStep(
  request: DataRequest,
  deps: SearchDeps,
  isOutOfTime: () => boolean,
): Promise<DataRequest | undefined> {
  const { requests, now } = deps;
  const current = await searchForms(request, deps, isOutOfTime);
  if (!current || current.search?.form_ids.length !== 0) return current;
  const { search: _, ...found } = current;
  return requests.replace(
    current,
    current.request_kind === 'export' ? { ...found, status: 'packing' } : readyRequest(found, now()),
  );
}

/**
 * Searches until all forms have been searched or time runs out. When `search.form_ids` is empty, all forms
 * have been searched.
 * @returns the stored request, or undefined if another function or the owner has changed it
 */
export async function searchForms(
  request: DataRequest,
  deps: SearchDeps,
  isOutOfTime: () => boolean,
): Promise<DataRequest | undefined> {
  const { requests, reader, now } = deps;
  const matches = matcherOf(request);
  let current: DataRequest | undefined = request;
  while (current && !isOutOfTime()) {
    if (!current.search) {
      // Search for submissions received until now. They will have been stored by the time their form is read.
      current = await requests.replace(current, await started(current, reader, now()));
      continue;
    }
    const [formId] = current.search.form_ids;
    if (formId === undefined) return current;
    current = await requests.replace(current, await searchedPage(current, formId, matches, deps));
  }
  return current;
}

/**
 * Returns the request with the list of forms to search. For an address, also counts the members and spam
 * lists that contain it.
 */
async function started(
  request: DataRequest,
  reader: Pick<SearchedRecords, 'forms' | 'members'>,
  now: number,
): Promise<DataRequest> {
  const forms = await reader.forms(request.form_id);
  const { email } = request;
  return {
    ...request,
    searched_until: request.received_before ?? timestamp(now),
    counts: { ...request.counts, recipients: email === undefined ? 0 : recipientsWith(email, forms) },
    unchanged: {
      members: email === undefined ? 0 : await reader.members(request.form_id, email),
      spam_lists: email === undefined ? [] : spamListsWith(email, forms),
    },
    search: { form_ids: forms.map(({ form_id }) => form_id) },
  };
}

const isSame = (address: string) => (other: string) => other.toLowerCase() === address.toLowerCase();

const recipientsWith = (email: string, forms: readonly FormWithoutSecrets[]): number =>
  forms.filter(({ notify_emails }) => notify_emails.some(isSame(email))).length;

const spamListsWith = (
  email: string,
  forms: readonly FormWithoutSecrets[],
): { form_id: string; list: 'blocked' | 'allowed' }[] =>
  forms.flatMap(({ form_id, spam }) =>
    (['blocked', 'allowed'] as const).flatMap((list) =>
      spam[list].some(isSame(email)) ? [{ form_id, list }] : [],
    ),
  );

/**
 * Searches one page of a form's submissions. Returns the request with updated counts and the position of the
 * next page.
 */
async function searchedPage(
  request: DataRequest,
  formId: string,
  matches: Matcher,
  { requests, reader, now }: SearchDeps,
): Promise<DataRequest> {
  const { form_ids, after } = request.search ?? { form_ids: [] };
  const rest = { form_ids: form_ids.slice(1) };
  const form = await reader.findForm(request.form_id, formId);
  // The form was deleted, and its submissions are being deleted too.
  if (!form) return { ...request, search: rest };
  const { rows, next } = await reader.page(form, { after });
  const { received_before } = request;
  const found = rows
    .filter(({ received_at }) => received_before === undefined || received_at < received_before)
    .map((submission) => ({ submission, fields: matches(submission) }))
    .filter(({ fields }) => fields.length > 0);
  await requests.addMatches(
    found.map(({ submission, fields }) => matchOf(request, submission, fields, now())),
  );
  const counted = await countMatches(
    form,
    found.map(({ submission }) => submission),
    request.email,
    reader,
  );
  return {
    ...request,
    ...addCounts(request, counted),
    search: next === undefined ? rest : { form_ids, after: next },
  };
}

/** Returns the key of a match. Keys sort by the time of the submission. */
export const matchKeyOf = (requestId: string, submissionId: string) => ({
  form_id: requestId,
  kind: `match#${ulidOf(submissionId)}${(formIdOf(submissionId) ?? '').slice('frm_'.length)}`,
});

/** Converts a matching submission to a stored match. */
export function matchOf(
  { kind }: Pick<DataRequest, 'kind'>,
  {
    submission_id,
    form_id,
    received_at,
    status,
  }: Pick<Submission, 'submission_id' | 'form_id' | 'received_at' | 'status'>,
  fields: readonly string[],
  now: number,
): StoredMatch {
  return {
    ...matchKeyOf(kind, submission_id),
    submission_id,
    owner_form_id: form_id,
    received_at,
    status,
    fields: [...fields],
    expires_at: matchesExpireAt(now),
  };
}
