/**
 * Tests that a form job always ends. Lambda doesn't stop its function, because recursive loop detection is
 * turned off for it. `form-deletion.test.ts` and `retention-change.test.ts` test that each batch makes
 * progress, even if it has no time left.
 */
import {
  firstMessage,
  newFormJob,
  runFormJobBatch,
  type FormJobMessage,
} from '../../lambdas/forms/jobs/form-job.ts';

const form = { form_id: 'frm_1', account_id: 'acc_1', version: 1 };

/** Runs a job over this many batches of records until it ends. Returns the number of invocations. */
async function invocations(batches: number, replacements = 0): Promise<number> {
  let job: ReturnType<typeof newFormJob> | undefined = newFormJob('retention', form, 0);
  let message: FormJobMessage | undefined = firstMessage(job);
  let count = 0;
  while (message !== undefined && count < 1_000) {
    const next = await runFormJobBatch(message, {
      find: () => Promise.resolve(job),
      touch: () => Promise.resolve(true),
      finish: () => {
        if (replacements > 0) {
          replacements -= 1;
          job = newFormJob('retention', { ...form, version: job!.version + 1 }, 0);
          return Promise.resolve(false);
        }
        job = undefined;
        return Promise.resolve(true);
      },
      summarize: () => Promise.resolve(),
      runBatch: (_, after = '0') => {
        const reached = Number(after) + 1;
        return Promise.resolve(
          reached === batches ? { done: true } : { done: false, after: String(reached) },
        );
      },
    });
    message = next?.message;
    count += 1;
  }
  return count;
}

it('ends after two passes over the records', async () => {
  expect(await invocations(1)).toBe(2);
  expect(await invocations(100)).toBe(200);
});

it('starts over once for each change to the form', async () => {
  expect(await invocations(10, 3)).toBe(80);
});
