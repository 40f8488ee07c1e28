/** Tests a form's rate limit, and that clients can't bypass it with a forged IP address. */
import { expectThat } from '../smoke-errors.ts';
import { jsonOf, problemAnswer } from '../smoke-answers.ts';
import type { Smoke, SmokeStep } from '../smoke-step.ts';

const LIMIT = 3;
const WINDOW_SECONDS = 600;

/** Submits a form once more than its rate limit allows, and checks the 429 response. */
async function exceed(
  { client, newForm }: Smoke,
  purpose: string,
  headersOf: (post: number) => Record<string, string>,
) {
  const form = await newForm(purpose, { rate_limit: LIMIT });
  for (let post = 0; post <= LIMIT; post += 1) {
    const body = new URLSearchParams({ message: `Post ${post}` });
    const expect = post < LIMIT ? 201 : 429;
    const answer = await client.open('POST', `/v1/f/${form.slug}`, {
      body,
      headers: headersOf(post),
      expect,
    });
    if (answer.status !== 429) continue;
    const { code } = jsonOf(answer.body, problemAnswer);
    expectThat(code === 'rate-limited', `The 429 has the code "${code}".`);
    const after = Number(answer.headers.get('retry-after'));
    const isInWindow = Number.isInteger(after) && after >= 1 && after <= WINDOW_SECONDS;
    expectThat(
      isInWindow,
      `Retry-After is "${answer.headers.get('retry-after') ?? ''}" instead of 1 to 600 s.`,
    );
  }
}

export const rateLimit: SmokeStep = {
  name: 'rate-limit',
  description: 'the rate limit of a form, with Retry-After',
  async run(smoke) {
    await exceed(smoke, 'rate limit', () => ({}));
    smoke.proved(`post ${LIMIT + 1} to a form with a limit of ${LIMIT} gets 429 with Retry-After`);
  },
};

export const addresses: SmokeStep = {
  name: 'addresses',
  description: 'posts with forged addresses and edge secrets, which count as the real address',
  async run(smoke) {
    await exceed(smoke, 'addresses', (post) => ({
      'x-forwarded-for': `203.0.113.${post}, 198.51.100.${post}`,
      'svc-edge-secret': `forged-${post}`,
    }));
    smoke.proved("forged X-Forwarded-For headers and edge secrets don't evade the rate limit");
  },
};
