/** Checks that a recovery resends all webhooks that failed while an endpoint was down. */
import * as z from 'zod';
import { inGroups } from '../in-groups.ts';
import { expectThat, StepSkipped } from '../smoke-errors.ts';
import { deliveryPage } from '../smoke-answers.ts';
import type { Smoke, SmokeStep } from '../smoke-step.ts';
import { hookedForm, postTo, submissionOf } from './webhooks.ts';

const POSTS_AT_ONCE = 8;
/** Each IP address may use a tenth of the account's quota per day, or 60 submissions, whichever is more. */
const LEAST_SHARE = 60;
/** Number of submissions reserved for all other steps. */
const OTHER_SUBMISSIONS = 40;
const FAILURE_SECONDS = 180;
const HOUR = 3_600_000;

const anything = z.unknown();
const recoveryStarted = z.object({ recovery_id: z.string() });
const recoveryAnswer = z.object({
  status: z.string(),
  deliveries: z.int(),
  resent: z.int(),
  skipped: z.int(),
});

export const recovery: SmokeStep = {
  name: 'recovery',
  description: 'a recovery of everything that an endpoint missed',
  async run(smoke) {
    const { client, missed } = smoke;
    const made = await hookedForm(smoke, 'recovery');
    requireQuota(smoke);
    const { hook } = made;
    const { id } = made.webhook;
    const change = (enabled: boolean) =>
      client.manage('PATCH', `/v1/webhooks/${id}`, { json: { enabled }, expect: 200 }, anything);

    hook.respond = () => 503;
    const submissions = new Set<string>();
    await inGroups(
      Array.from({ length: missed }).map((_, index) => index),
      POSTS_AT_ONCE,
      async (index) => submissions.add(await postTo(smoke, made.form, `Missed ${index}`)),
    );
    await hook.until(`Not all of ${missed} webhooks were sent`, FAILURE_SECONDS, (all) =>
      includesAll(all.map(submissionOf), submissions),
    );
    // Disable the webhook, so that its deliveries fail immediately. With retries, that would take twelve
    // minutes.
    await change(false);
    await client.until(
      `Not all of ${missed} deliveries failed`,
      FAILURE_SECONDS,
      () => countFailed(smoke, id),
      (count) => count === missed,
    );

    hook.respond = () => 200;
    const before = hook.received.length;
    await change(true);
    const since = new Date(Date.now() - HOUR).toISOString();
    const started = performance.now();
    const { recovery_id } = await client.manage(
      'POST',
      `/v1/webhooks/${id}/recover`,
      { json: { since }, expect: 202 },
      recoveryStarted,
    );
    const finished = await client.until(
      "The recovery didn't finish",
      60 + missed,
      () => client.manage('GET', `/v1/recoveries/${recovery_id}`, { expect: 200 }, recoveryAnswer),
      ({ status }) => status !== 'running',
    );
    expectThat(
      finished.status === 'finished' && finished.resent === missed && finished.deliveries === missed,
      `The recovery is ${finished.status} and has resent ${finished.resent} of ${finished.deliveries} deliveries, expected ${missed}.`,
    );
    await hook.until(`Not all of ${missed} webhooks arrived again`, FAILURE_SECONDS, (all) =>
      includesAll(all.slice(before).map(submissionOf), submissions),
    );
    const seconds = Math.round((performance.now() - started) / 1000);
    await client.until(
      'Some deliveries still have the status failed',
      60,
      () => countFailed(smoke, id),
      (count) => count === 0,
    );
    smoke.proved(`${missed} missed deliveries arrived within ${seconds} s of the recovery`);
  },
};

function requireQuota({ account, missed }: Smoke): void {
  const needed = missed + OTHER_SUBMISSIONS;
  const share = Math.max(LEAST_SHARE, Math.floor(account.limit / 10));
  if (account.remaining < needed)
    throw new StepSkipped(
      `the account has ${account.remaining} submissions left this month, and needs ${needed}`,
    );
  if (share < needed)
    throw new StepSkipped(`one address can post ${share} times a day to this account, and needs ${needed}`);
}

const includesAll = (seen: readonly (string | undefined)[], wanted: ReadonlySet<string>): boolean => {
  const all = new Set(seen);
  return [...wanted].every((each) => all.has(each));
};

async function countFailed({ client }: Smoke, webhookId: string): Promise<number> {
  const page = (cursor: string | null) =>
    client.manage(
      'GET',
      `/v1/webhooks/${webhookId}/deliveries?status=failed&limit=100${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      { expect: 200 },
      deliveryPage,
    );
  let count = 0;
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, next_cursor } = await page(cursor ?? null);
    count += data.length;
    cursor = next_cursor;
  }
  return count;
}
