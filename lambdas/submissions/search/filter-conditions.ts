/** Converts a list's filter to query conditions, and checks which stored submissions pass the filter. */
import { containsWords, searchWords } from './search-words.ts';
import { submissionIdBound } from '../../core/ids.ts';
import type { Submission } from '../submission.ts';
import { matchesAssignee, type SubmissionCriteria } from '../handling/criteria.ts';

/**
 * Returns the filter's conditions for a query. The conditions use the current time, `:now`, and the values
 * from `valuesOf`. Some criteria can only be checked later (see `isFilteredLater`).
 */
export function conditionsOf(filter: SubmissionCriteria): string[] {
  const { status, read, starred, handled, assignee, label, has_files, reader } = filter;
  const presence = (name: string, wanted: boolean | undefined): string[] =>
    wanted === undefined ? [] : [`${wanted ? 'attribute_exists' : 'attribute_not_exists'}(${name})`];
  return [
    '(attribute_not_exists(expires_at) OR expires_at > :now)',
    ...(status === 'received' ? ['attribute_not_exists(spam_form_id)'] : []),
    ...presence(reader === undefined ? 'read_at' : `read_by.${reader}`, read),
    ...presence('starred', starred),
    ...presence('handled_at', handled),
    ...(assignee?.id === undefined ? [] : ['assignee = :assignee']),
    ...(label === undefined ? [] : ['contains(labels, :label)']),
    ...presence('attachments', has_files),
  ];
}

/** Returns the filter values that the conditions use. */
export const valuesOf = ({ assignee, label }: SubmissionCriteria): Record<string, string> => ({
  ...(assignee?.id !== undefined && { ':assignee': assignee.id }),
  ...(label !== undefined && { ':label': label }),
});

/**
 * Returns true if part of the filter must be applied after the query: DynamoDB can't search for words, and
 * the list of all members can be too long for a query.
 */
export const isFilteredLater = ({ q, assignee }: SubmissionCriteria): boolean =>
  q !== undefined || assignee?.nobodyOf !== undefined;

/** Returns the words to search for, or an empty list. */
export const wordsOf = ({ q }: SubmissionCriteria): string[] => (q === undefined ? [] : searchWords(q));

/**
 * Returns true if a submission passes the filter. Used for submissions that are read by their keys, without
 * query conditions.
 */
export function passes(of: Submission, filter: SubmissionCriteria): boolean {
  const { status = of.status, read, starred, handled, label, has_files } = filter;
  const agrees = (wanted: boolean | undefined, is: boolean) => wanted === undefined || wanted === is;
  return (
    status === of.status &&
    agrees(read, of.read_at !== undefined) &&
    agrees(starred, of.starred ?? false) &&
    agrees(handled, of.handled_at !== undefined) &&
    matchesAssignee(of, filter.assignee) &&
    (label === undefined || (of.labels ?? []).includes(label)) &&
    agrees(has_files, of.attachments.length > 0) &&
    containsWords(of.payload, wordsOf(filter))
  );
}

/** The range of a form's submissions that a query reads. */
export interface QueryRange {
  readonly condition: readonly string[];
  readonly values: Readonly<Record<string, string>>;
  /** Submission after which the next page starts. */
  readonly after?: string | undefined;
}

/**
 * Returns the bounds of the sort key. If the page starts after a given row, `until` isn't needed, because
 * that row is already older.
 */
export function rangeOf(
  formId: string,
  { since, until }: SubmissionCriteria,
  after: string | undefined,
): QueryRange {
  const from = since === undefined ? undefined : { ':from': submissionIdBound(formId, since) };
  const to =
    until === undefined || after !== undefined ? undefined : { ':to': submissionIdBound(formId, until) };
  const condition =
    from && to
      ? ['submission_id BETWEEN :from AND :to']
      : [...(from ? ['submission_id >= :from'] : []), ...(to ? ['submission_id < :to'] : [])];
  return { condition, values: { ...from, ...to }, after };
}
