/** Shows which of the latest submissions a filter matches, while the user edits the filter. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { api, fetched } from '../api/api-client.ts';
import { messagesByPath } from '../webhooks/settings/webhook-fields.tsx';
import { senderOf } from '../inbox/row-texts.ts';
import { useTexts } from '../texts/texts.tsx';
import { Time } from '../ui/time.tsx';
import { useSettled } from '../settings/use-settled.ts';
import { filterOf, isComplete, type EditedFilter, type ErrorsByPath, type Filter } from './edited-filter.ts';

const LATEST = 50;

/** @param formId undefined for all forms */
const trialQuery = (formId: string | undefined, filter: Filter | null) =>
  queryOptions({
    queryKey: ['submissions', 'filter trial', formId, filter],
    queryFn: async ({ signal }) => {
      const body = { filter: filter ?? {} };
      return fetched(
        formId === undefined
          ? api.POST('/v1/filters/test', { body, signal })
          : api.POST('/v1/forms/{id}/filters/test', { params: { path: { id: formId } }, body, signal }),
      );
    },
    retry: false,
    staleTime: 10_000,
  });

/** Reads the latest submissions to show their senders. */
const latestQuery = (formId: string | undefined) =>
  queryOptions({
    queryKey: ['submissions', 'latest senders', formId],
    queryFn: async ({ signal }) => {
      const query = { status: 'received', limit: LATEST } as const;
      const { data } = await fetched(
        formId === undefined
          ? api.GET('/v1/submissions', { params: { query }, signal })
          : api.GET('/v1/forms/{id}/submissions', { params: { path: { id: formId }, query }, signal }),
      );
      return new Map(data.map((submission) => [submission.id, senderOf(submission)]));
    },
    staleTime: 30_000,
  });

/**
 * Tests the edited filter with the latest submissions once the user stops typing and all conditions are
 * complete.
 * @param formId undefined for a filter that applies to all forms
 */
export function useFilterTrial(formId: string | undefined, edited: EditedFilter) {
  const settled = useSettled(edited);
  const isReady = settled.conditions.length > 0 && isComplete(settled);
  const { data, error } = useQuery({
    ...trialQuery(formId, filterOf(settled)),
    enabled: isReady,
    placeholderData: (before) => before,
  });
  const errors: ErrorsByPath = isReady ? messagesByPath(error) : {};
  return { trial: isReady && error === null ? data : undefined, errors };
}

export function FilterVerdicts(props: {
  formId: string | undefined;
  trial: ReturnType<typeof useFilterTrial>['trial'];
}) {
  const { formId, trial } = props;
  const t = useTexts('filters');
  const { data: senders } = useQuery({ ...latestQuery(formId), enabled: trial !== undefined });
  return (
    <div className="filter-trial">
      <p role="status" className="filter-count">
        {trial === undefined
          ? t.incomplete
          : trial.tested === 0
            ? t.noSubmissions
            : t.matched(trial.matched, trial.tested)}
      </p>
      {trial !== undefined && trial.tested > 0 && (
        // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- keyboard users must be able to scroll the region (WCAG 2.1.1)
        <div className="filter-verdicts" role="region" aria-label={t.latest} tabIndex={0}>
          <ul>
            {trial.data.map(({ submission_id, received_at, matches }) => (
              <li key={submission_id} data-matches={matches}>
                {matches ? <Check size={14} aria-hidden /> : <X size={14} aria-hidden />}
                <span className="visually-hidden">{matches ? t.sent : t.notSent}</span>
                <span className="truncate">{senders?.get(submission_id) ?? submission_id}</span>
                <Time at={received_at} style="relative" />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
