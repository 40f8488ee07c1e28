/** Checks which stored submissions pass a list's filter. */
import { containsWords, searchWords } from './search-words.ts';
import type { Submission } from '../submission.ts';
import type { SubmissionFilter } from '../submissions-query.ts';

/**
 * Returns the filter's conditions for a query. The only expression value that they use is the current time,
 * `:now`.
 */
export function conditionsOf({
  status,
  read,
  starred,
  handled,
  has_files,
  reader,
}: SubmissionFilter): string[] {
  const presence = (name: string, wanted: boolean | undefined): string[] =>
    wanted === undefined ? [] : [`${wanted ? 'attribute_exists' : 'attribute_not_exists'}(${name})`];
  return [
    '(attribute_not_exists(expires_at) OR expires_at > :now)',
    ...(status === 'received' ? ['attribute_not_exists(spam_form_id)'] : []),
    ...presence(reader === undefined ? 'read_at' : `read_by.${reader}`, read),
    ...presence('starred', starred),
    ...presence('handled_at', handled),
    ...presence('attachments', has_files),
  ];
}

/** Returns the words to search for, or an empty list. */
export const wordsOf = ({ q }: SubmissionFilter): string[] => (q === undefined ? [] : searchWords(q));

/** Returns true if a submission that was read by its key passes the filter. */
export function passes(of: Submission, filter: SubmissionFilter): boolean {
  const { status = of.status, read, starred, handled, has_files } = filter;
  const agrees = (wanted: boolean | undefined, is: boolean) => wanted === undefined || wanted === is;
  return (
    status === of.status &&
    agrees(read, of.read_at !== undefined) &&
    agrees(starred, of.starred ?? false) &&
    agrees(handled, of.handled_at !== undefined) &&
    agrees(has_files, of.attachments.length > 0) &&
    containsWords(of.payload, wordsOf(filter))
  );
}
