/**
 * Shows the progress of an action on all matching submissions, and lets the user undo the action for ten
 * seconds.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ProgressBar } from 'react-aria-components/ProgressBar';
import { api, fetched } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { jobQuery, showJob, useCurrentJobId, type BulkJob } from './bulk-job.ts';
import { useDoneTexts } from './done-texts.ts';

export function BulkProgress() {
  const t = useTexts('inbox');
  const house = useTexts('house');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const id = useCurrentJobId();
  const { data: job, error } = useQuery(jobQuery(id));
  const done = useDoneTexts();

  useEffect(() => {
    if (error) showJob(undefined);
    if (!job || job.status === 'waiting' || job.status === 'running') return;
    showJob(undefined);
    if (job.status === 'finished') toast({ text: done(job.action, job.done) });
    if (job.status === 'failed') toast({ text: t.bulkFailed(job.done, job.matched), isBad: true });
    if (job.status === 'undone') toast({ text: t.bulkUndone });
    for (const changed of ['submissions', 'submission', 'forms'])
      void queries.invalidateQueries({ queryKey: [changed] });
  }, [job, error, done, t, queries]);

  const undo = (waiting: BulkJob): void => {
    fetched(api.POST('/v1/bulk-jobs/{id}/undo', { params: { path: { id: waiting.id } } }))
      .then((undone) => queries.setQueryData(['bulk-job', waiting.id], undone))
      .catch(onError);
  };
  if (!job || (job.status !== 'waiting' && job.status !== 'running')) return null;
  const isWaiting = job.status === 'waiting';
  return (
    <div className="bulk-progress">
      <span role="status">{t.bulkWaiting(t.bulkAction[job.action], job.matched)}</span>
      {isWaiting ? (
        <Button isSmall kind="secondary" onPress={() => undo(job)}>
          {house.undo}
        </Button>
      ) : (
        <ProgressBar
          aria-label={t.bulkAction[job.action]}
          value={job.done}
          minValue={0}
          maxValue={Math.max(job.matched, 1)}
          className="bulk-progress-bar"
        >
          {({ percentage = 0 }) => (
            <>
              <span className="numeric soft">{t.bulkRunning(job.done, job.matched)}</span>
              {/* The content security policy doesn't allow inline styles, so draw the bar as SVG. */}
              <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
                <rect width={100} height={4} className="chart-faint" />
                <rect width={percentage} height={4} className="chart-1" />
              </svg>
            </>
          )}
        </ProgressBar>
      )}
    </div>
  );
}
