/**
 * Shows that a form is waiting for its first submission, and announces the submission when it arrives. Also
 * determines whether a form has ever received a submission.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { Link } from '../app/link.tsx';
import { useTexts } from '../texts/texts.tsx';
import { statisticsQuery } from './form-activity.ts';

const POLL_MILLISECONDS = 3000;

type Submission = Schema<'Submission'>;

/**
 * Returns `waiting` if the form has never received a submission. Deleted submissions count as received. The
 * state stays `waiting` after the first submission arrives, so that the screen can announce it. Returns
 * undefined until all data is loaded.
 */
export function useFirstSubmission(
  formId: string,
): { readonly state: 'waiting' | 'received'; readonly first: Submission | undefined } | undefined {
  const [isWaiting, setIsWaiting] = useState(false);
  const { data: list } = useQuery({
    queryKey: ['submissions', 'first', formId],
    queryFn: ({ signal }) =>
      fetched(
        api.GET('/v1/forms/{id}/submissions', {
          params: { path: { id: formId }, query: { limit: 1 } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.data.length ? false : POLL_MILLISECONDS),
  });
  const first = list?.data[0];
  const { data: statistics } = useQuery({
    ...statisticsQuery(formId, '365'),
    enabled: list !== undefined && first === undefined,
  });
  const isNew =
    list !== undefined &&
    first === undefined &&
    statistics !== undefined &&
    statistics.received + statistics.spam === 0;
  if (isNew && !isWaiting) setIsWaiting(true);
  if (isNew || isWaiting) return { state: 'waiting', first };
  return first !== undefined || statistics !== undefined ? { state: 'received', first } : undefined;
}

/** Says that the form is waiting for its first submission, or links to the submission once it has arrived. */
export function Arrival({
  form,
  first,
}: {
  form: Pick<Schema<'Form'>, 'id' | 'name'>;
  first: Submission | undefined;
}) {
  const t = useTexts('forms');
  return (
    <div role="status" className={first ? 'arrival here' : 'arrival'}>
      <span className="arrival-dot" aria-hidden />
      <div>
        <strong>{first ? t.arrived : t.waiting}</strong>
        <p className="soft">{first ? t.arrivedText(form.name) : t.waitingText}</p>
      </div>
      {first && (
        <Link
          to="/inbox/$submissionId"
          params={{ submissionId: first.id }}
          search={{ form: form.id }}
          className="button primary"
        >
          {t.open}
        </Link>
      )}
    </div>
  );
}
