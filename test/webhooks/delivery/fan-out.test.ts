import { deliveryIdOf, newFormId } from '../../../lambdas/core/ids.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import { fanOut } from '../../simulation/functions.ts';
import { chain, receiver, changeOf, queued, later, stored, deliverAll } from './delivery-fixture.ts';

describe('fan-out', () => {
  it('queues one delivery for each enabled webhook, and stores none', async () => {
    const formId = newFormId(systemRandom);
    const [one, two, off] = [
      await chain.newWebhook('https://one.example/', formId),
      await chain.newWebhook('https://two.example/', formId),
      await chain.newWebhook('https://off.example/', formId),
    ];
    await chain.webhooks.change(formId, off.webhook_id, { enabled: false }, Date.now());
    const submission = await chain.newSubmission(formId);
    await fanOut(chain.fanOutDeps)(changeOf(submission));
    const messages = (await chain.receive()).map(({ body }) => JSON.parse(body));
    const carried = {
      account_id: 'acc_1',
      form_id: formId,
      submission_id: submission.submission_id,
      received_at: submission.received_at,
      payload: [['name', 'Ada']],
    };
    expect(messages.toSorted((a, b) => (a.delivery_id < b.delivery_id ? -1 : 1))).toEqual(
      [one, two]
        .map(({ webhook_id }) => deliveryIdOf(webhook_id, submission.submission_id))
        .toSorted()
        .map((delivery_id) => ({
          delivery_id,
          first: { created_at: expect.any(String), submission: carried },
        })),
    );
    for (const { webhook_id } of [one, two, off]) {
      expect((await chain.deliveries.list(webhook_id, {}, 1, undefined)).rows).toEqual([]);
    }
  });

  it("reads a form's and its account's webhooks once for all records in a batch", async () => {
    const { owner_id } = await chain.newWebhook('https://one.example/');
    const read: string[] = [];
    const listWebhooks = (ownerId: string) => {
      read.push(ownerId);
      return chain.fanOutDeps.listWebhooks(ownerId);
    };
    const handle = fanOut({ ...chain.fanOutDeps, listWebhooks });
    const made = [await chain.newSubmission(owner_id), await chain.newSubmission(owner_id)];
    await Promise.all(made.map((submission) => handle(changeOf(submission))));
    expect(read).toEqual([owner_id, 'acc_1']);
    const messages = await chain.receive();
    expect(messages).toHaveLength(made.length);
  });

  it('creates nothing twice, and sends nothing twice, for a repeated record', async () => {
    const target = await receiver();
    const { submission, id } = await queued(target.url);
    await deliverAll();
    const before = await stored(id);
    await fanOut(chain.fanOutDeps)(changeOf(submission));
    await deliverAll();
    expect(await stored(id)).toEqual(before);
    expect(target.received).toHaveLength(1);
  });

  it('resumes deliveries that were canceled while the submission was spam', async () => {
    const target = await receiver();
    const { submission, id } = await queued(target.url);
    await chain.put({ ...submission, status: 'spam' });
    await deliverAll(later());
    expect(await stored(id)).toMatchObject({
      status: 'failed',
      attempts: 0,
      last_error: 'the submission was deleted or marked as spam',
    });
    await chain.put(submission);
    await fanOut(chain.fanOutDeps)(changeOf(submission, 'MODIFY'));
    await deliverAll();
    expect(await stored(id)).toMatchObject({ status: 'succeeded', attempts: 1 });
    expect(target.received).toHaveLength(1);
  });
});
