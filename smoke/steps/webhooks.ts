/** Checks that webhooks arrive with valid signatures and are retried after a failure. */
import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { isSigned } from '../../lambdas/canary/canary-delivery.ts';
import type { Hook, ReceivedWebhook } from '../receiver.ts';
import { expectThat, StepSkipped } from '../smoke-errors.ts';
import { deliveryPage, jsonOf, takenAnswer, webhookAnswer } from '../smoke-answers.ts';
import type { Smoke, SmokeForm, SmokeStep } from '../smoke-step.ts';

const ARRIVAL_SECONDS = 60;
const testResult = z.object({ status_code: z.int(), ok: z.boolean(), error: z.string().nullish() });
const envelope = z.object({
  type: z.string(),
  id: z.string(),
  data: z.looseObject({
    submission_id: z.string().optional(),
    payload: z.record(z.string(), z.string()).optional(),
  }),
});
/** Matches headers that the service sends. A proxy in front of the receiver may add others. */
const OF_THE_SERVICE = /^(x-svc-.*|webhook-.*|user-agent|content-type|content-length)$/;

/** A form with a webhook that points to this machine. */
export interface HookedForm {
  readonly form: SmokeForm;
  readonly hook: Hook;
  readonly webhook: z.infer<typeof webhookAnswer>;
}

/**
 * Creates a form with a webhook that points to this machine.
 * @throws StepSkipped if the service can't reach this machine
 */
export async function hookedForm(
  { client, newForm, receiver, signal }: Smoke,
  purpose: string,
): Promise<HookedForm> {
  if (!receiver) throw new StepSkipped("the service can't reach this machine without --receiver");
  const form = await newForm(purpose);
  const hook = receiver.newHook(signal);
  const call = { json: { url: hook.url }, expect: 201 };
  const webhook = await client.manage('POST', `/v1/forms/${form.id}/webhooks`, call, webhookAnswer);
  return { form, hook, webhook };
}

/** Submits the form and returns the submission's id. */
export async function postTo({ client }: Smoke, { slug }: SmokeForm, message: string): Promise<string> {
  const { body } = await client.open('POST', `/v1/f/${slug}`, {
    body: new URLSearchParams({ message }),
    expect: 201,
  });
  return jsonOf(body, takenAnswer).id;
}

/** Returns the id of the submission in a webhook's payload, or undefined for a test ping. */
export const submissionOf = ({ bytes }: ReceivedWebhook): string | undefined =>
  jsonOf(bytes, envelope).data.submission_id;

/** Verifies both signatures and validates the headers and body against the OpenAPI document. */
function expectSigned({ contract }: Smoke, { headers, bytes }: ReceivedWebhook, secret: string): void {
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => OF_THE_SERVICE.test(name)));
  const body: unknown = JSON.parse(bytes.toString());
  contract.checkWebhook({ headers: sent, body });
  const isRight = isSigned(
    { headers: z.record(z.string(), z.string()).parse(sent), body: bytes },
    secret,
    Date.now(),
  );
  expectThat(isRight, "The webhook's signature of Standard Webhooks is wrong.");
  const hmac = createHmac('sha256', secret).update(bytes).digest('hex');
  expectThat(headers['x-svc-signature'] === `sha256=${hmac}`, 'The header x-svc-signature is wrong.');
}

export const webhook: SmokeStep = {
  name: 'webhook',
  description: 'a signed test ping and a signed webhook',
  async run(smoke) {
    const { client, proved } = smoke;
    const made = await hookedForm(smoke, 'webhook');
    const { hook } = made;
    const { id, secret } = made.webhook;
    const ping = await client.manage('POST', `/v1/webhooks/${id}/test`, { expect: 200 }, testResult);
    expectThat(
      ping.ok && ping.status_code === 200,
      `The test ping reports status ${ping.status_code}${ping.error ? ` (${ping.error})` : ''}.`,
    );
    await hook.until("The test ping didn't arrive", ARRIVAL_SECONDS, ({ length }) => length === 1);
    const posted = performance.now();
    const submission = await postTo(smoke, made.form, 'Webhook');
    await hook.until("The webhook didn't arrive", ARRIVAL_SECONDS, ({ length }) => length === 2);
    const milliseconds = Math.round(performance.now() - posted);
    for (const each of hook.received) expectSigned(smoke, each, secret);
    proved('a test ping and a webhook are signed as Standard Webhooks says, and match the OpenAPI document');

    const { type, data } = jsonOf(hook.received[1]?.bytes ?? Buffer.of(), envelope);
    const isRight =
      type === 'submission.created' &&
      data.submission_id === submission &&
      data.payload?.['message'] === 'Webhook';
    expectThat(isRight, 'The webhook contains a different submission than the one that was posted.');
    await untilDelivered(smoke, made, 1);
    proved(`the webhook arrived ${milliseconds} ms after the post was sent`);
  },
};

export const retry: SmokeStep = {
  name: 'retry',
  description: 'a second attempt after the endpoint returned 503',
  async run(smoke) {
    const made = await hookedForm(smoke, 'retry');
    const { hook } = made;
    hook.respond = ({ headers }) => (headers['x-svc-attempt'] === '1' ? 503 : 200);
    await postTo(smoke, made.form, 'Retry');
    await hook.until('No second attempt arrived', ARRIVAL_SECONDS, ({ length }) => length === 2);
    const [first, second] = hook.received;
    expectThat(
      first?.headers['x-svc-delivery'] === second?.headers['x-svc-delivery'],
      'The second attempt has a different delivery id.',
    );
    expectThat(
      second?.headers['x-svc-attempt'] === '2',
      "The second attempt doesn't have the attempt number 2.",
    );
    for (const each of hook.received) expectSigned(smoke, each, made.webhook.secret);
    await untilDelivered(smoke, made, 2);
    smoke.proved(
      'a failed attempt is retried with the same delivery id, and the delivery log shows both attempts',
    );
  },
};

/** Waits until the delivery log shows that the latest delivery succeeded after this number of attempts. */
async function untilDelivered(
  { client }: Smoke,
  { webhook: { id } }: HookedForm,
  attempts: number,
): Promise<void> {
  const read = () =>
    client.manage('GET', `/v1/webhooks/${id}/deliveries?status=succeeded`, { expect: 200 }, deliveryPage);
  const what = `The delivery log didn't show a delivery that succeeded after ${attempts} attempts`;
  await client.until(what, ARRIVAL_SECONDS, read, ({ data }) => data[0]?.attempts === attempts);
}
