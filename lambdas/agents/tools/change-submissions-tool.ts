/** Defines the tool that changes submissions' states. No tool deletes submissions. */
import * as z from 'zod';
import { lazy } from '../../core/lazy.ts';
import { tool } from './tool.ts';

const MAX_IDS = 50;

/** The operation's response. */
const results = lazy(() =>
  z.object({
    data: z.array(
      z.object({ id: z.string(), ok: z.boolean(), problem: z.object({ detail: z.string() }).optional() }),
    ),
  }),
);

export const updateSubmissions = tool({
  name: 'update_submissions',
  title: 'Change submissions',
  description:
    'Marks submissions as read or unread, adds or removes stars, moves submissions to spam or releases them. Releasing a submission triggers its webhooks and e-mails as if it had just arrived. Each submission is changed independently of the others. Nothing can be deleted.',
  scopes: ['write'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: () =>
    z.strictObject({
      submission_ids: z
        .array(z.string().min(1).max(100))
        .min(1)
        .max(MAX_IDS)
        .describe('IDs of up to 50 submissions, as in list_submissions.'),
      action: z
        .enum(['read', 'unread', 'star', 'unstar', 'spam', 'release'])
        .describe('What to do. `release` moves submissions out of spam.'),
    }),
  output: () =>
    z.object({
      changed: z.int().describe('Number of submissions that now have this state.'),
      failed: z
        .array(
          z.object({
            id: z.string().describe('ID of the submission.'),
            reason: z.string().describe('Why it was not changed.'),
          }),
        )
        .describe('The submissions that were not changed.'),
    }),
  names: { ids: 'submission_ids' },
  async run({ submission_ids: ids, action }, { run }) {
    const { data } = results().parse(await run('changeSubmissions', { body: { ids, action } }));
    return {
      changed: data.filter(({ ok }) => ok).length,
      failed: data.flatMap(({ id, ok, problem }) =>
        ok ? [] : [{ id, reason: problem?.detail ?? 'The submission could not be changed. Try again.' }],
      ),
    };
  },
});
