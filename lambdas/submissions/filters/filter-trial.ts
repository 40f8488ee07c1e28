/** Shows which of the newest submissions would pass a filter. */
import * as z from 'zod';
import type { Clock } from '../../core/clock.ts';
import { assertFiltersUsable, FILTER_EXAMPLE, filterInput, type Filter } from '../../forms/filters/filter.ts';
import { judge, patternsFor } from '../../forms/filters/judge.ts';
import type { Form } from '../../forms/form.ts';
import { toFilteredSubmission } from '../filtered-submission.ts';
import { submissionPage, type PageReader } from '../search/submission-pages.ts';

/** Number of submissions to test a filter on. */
const TRIED = 50;

/** Body of `POST /v1/filters/test` and `POST /v1/forms/:id/filters/test`. */
export const filterTrialInput = z.strictObject({
  filter: filterInput
    .nullable()
    .describe('Conditions that a submission must meet. With null, all submissions pass.')
    .meta({ examples: [FILTER_EXAMPLE] }),
});

export const filterTrialView = z.object({
  data: z
    .array(
      z.object({
        submission_id: z.string(),
        form_id: z.string(),
        received_at: z.string(),
        matches: z.boolean().describe('Whether the submission passes the filter.'),
        conditions: z
          .array(z.boolean())
          .describe('Whether each condition is met, in the order of the filter.'),
      }),
    )
    .describe('The newest accepted submissions, newest first, at most 50.'),
  matched: z.int().describe('Number of submissions that pass the filter.'),
  tested: z.int().describe('Number of submissions that were checked.'),
});
type FilterTrial = z.infer<typeof filterTrialView>;

/**
 * Tests a filter on the newest accepted submissions of these forms.
 * @throws ValidationFailed if a pattern in the filter is invalid
 */
export async function tryFilter(
  given: Filter | null,
  forms: readonly Pick<Form, 'form_id' | 'slug'>[],
  { submissions, now }: { readonly submissions: PageReader; readonly now: Clock },
): Promise<FilterTrial> {
  // Without a filter, use an empty list of conditions, which every submission passes.
  const filter = given ?? { all: [] };
  await assertFiltersUsable([['filter', filter]]);
  const patternOf = await patternsFor(filter);
  const slugs = new Map(forms.map(({ form_id, slug }) => [form_id, slug]));
  const read = { limit: TRIED, after: undefined };
  const { rows } = await submissionPage(forms, { status: 'received' }, read, submissions, now);
  const data = rows.map((row) => {
    const { submission_id, form_id, received_at } = row;
    const verdict = judge(filter, toFilteredSubmission(row, slugs.get(form_id)), patternOf);
    return { submission_id, form_id, received_at, ...verdict };
  });
  return { data, matched: data.filter(({ matches }) => matches).length, tested: data.length };
}
