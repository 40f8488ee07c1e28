/** Shows how many of the latest submissions a spam threshold would have moved to spam. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, fetched } from '../../api/api-client.ts';
import { useTexts } from '../../texts/texts.tsx';

const LATEST = 50;

/** Reads the scores of the form's latest submissions, including spam. */
const latestScoresQuery = (formId: string) =>
  queryOptions({
    queryKey: ['submissions', 'latest scores', formId],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        (['received', 'spam'] as const).map((status) =>
          fetched(
            api.GET('/v1/forms/{id}/submissions', {
              params: { path: { id: formId }, query: { status, limit: LATEST } },
              signal,
            }),
          ),
        ),
      );
      return pages
        .flatMap(({ data }) => data)
        .sort((a, b) => b.received_at.localeCompare(a.received_at))
        .slice(0, LATEST)
        .map(({ spam }) => spam.score);
    },
  });

export function ThresholdPreview({ formId, threshold }: { formId: string; threshold: number }) {
  const t = useTexts('spam');
  const { data: scores = [] } = useQuery(latestScoresQuery(formId));
  const moved = scores.filter((score) => score >= threshold).length;
  // Without scores, the line stays blank, so that the fields below it don't move when the scores arrive.
  return (
    <p className="soft" role="status">
      {scores.length === 0
        ? '\u00a0'
        : scores.length === 1
          ? t.thresholdPreviewOfOne(threshold, moved === 1)
          : t.thresholdPreview(threshold, moved, scores.length)}
    </p>
  );
}
