import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { deliveryIdOf, newFormId } from '../../../lambdas/core/ids.ts';
import { systemRandom } from '../../../lambdas/core/random.ts';
import type { FilterCondition } from '../../../lambdas/forms/filters/filter.ts';
import { newForm } from '../../../lambdas/forms/form.ts';
import { timelineOf } from '../../../lambdas/timeline/timeline.ts';
import { submissionDeliveryStore } from '../../../lambdas/webhooks/delivery/submission-delivery-store.ts';
import { fanOut } from '../../simulation/functions.ts';
import { chain, receiver, changeOf, queued, later, stored, deliverAll } from './delivery-fixture.ts';

describe('fan-out', () => {
  it('queues one delivery for each enabled webhook without storing any', async () => {
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

  it('creates and sends nothing twice if a record is repeated', async () => {
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

describe('a filter', () => {
  const formOf = async (formId: string, slug: string) => {
    const made = {
      ...newForm('acc_1', { name: 'Contact', slug }, Date.now(), systemRandom),
      form_id: formId,
    };
    await chain.stores.db.send(new PutCommand({ TableName: chain.stores.tables.forms, Item: made }));
  };
  const filteredBy = async (formId: string, url: string, condition: FilterCondition) => {
    const { webhook_id } = await chain.newWebhook(url, formId);
    await chain.webhooks.change(formId, webhook_id, { filter: { all: [condition] } }, Date.now());
    return webhook_id;
  };
  const history = (formId: string, submissionId: string) => {
    const { webhooks, deliveries } = chain.stores.tables;
    return submissionDeliveryStore(chain.stores.db, { webhooks, deliveries }).findAll([formId], submissionId);
  };
  const queuedFor = async () =>
    (await chain.receive())
      .map(({ body }) => (JSON.parse(body) as { delivery_id: string }).delivery_id)
      .toSorted();

  it('withholds a submission only from its own webhook and creates no delivery for it', async () => {
    const formId = newFormId(systemRandom);
    const passing = await filteredBy(formId, 'https://one.example/', {
      field: 'name',
      op: 'equals',
      value: 'ADA',
    });
    const withheld = await filteredBy(formId, 'https://two.example/', {
      field: 'name',
      op: 'equals',
      value: 'Bob',
    });
    const { webhook_id: plain } = await chain.newWebhook('https://three.example/', formId);
    const submission = await chain.newSubmission(formId);
    await fanOut(chain.fanOutDeps)(changeOf(submission));
    expect(await queuedFor()).toEqual(
      [passing, plain].map((id) => deliveryIdOf(id, submission.submission_id)).toSorted(),
    );
    expect((await chain.deliveries.list(withheld, {}, 10, undefined)).rows).toEqual([]);
    const found = await history(formId, submission.submission_id);
    expect(found.deliveries).toEqual([]);
    expect(timelineOf(submission, found, [], [], { labels: new Map() }).slice(1)).toEqual([
      { at: expect.any(String), type: 'webhook', webhook_id: withheld, status: 'filtered' },
    ]);
  });

  it('keeps the time of the first decision if a record is handled twice', async () => {
    const formId = newFormId(systemRandom);
    await filteredBy(formId, 'https://one.example/', { field: 'x', op: 'exists' });
    const submission = await chain.newSubmission(formId);
    await fanOut(chain.fanOutDeps)(changeOf(submission));
    const before = await history(formId, submission.submission_id);
    await fanOut({ ...chain.fanOutDeps, now: () => Date.now() + 60_000 })(changeOf(submission));
    expect(await history(formId, submission.submission_id)).toEqual(before);
    expect(before.withheld).toHaveLength(1);
  });

  it('applies the current filter when a submission is released from spam', async () => {
    const formId = newFormId(systemRandom);
    const id = await filteredBy(formId, 'https://one.example/', {
      field: 'name',
      op: 'equals',
      value: 'Bob',
    });
    const submission = await chain.newSubmission(formId);
    await fanOut(chain.fanOutDeps)(changeOf(submission, 'MODIFY'));
    expect(await queuedFor()).toEqual([]);
    await chain.webhooks.change(formId, id, { filter: null }, Date.now());
    await fanOut(chain.fanOutDeps)(changeOf(submission, 'MODIFY'));
    expect(await queuedFor()).toEqual([deliveryIdOf(id, submission.submission_id)]);
  });

  it('compares the slug, source, score, and files and reads the form only for the slug', async () => {
    const formId = newFormId(systemRandom);
    await formOf(formId, `slug-${formId.slice(-6).toLowerCase()}`);
    const read: string[] = [];
    const deps = {
      ...chain.fanOutDeps,
      findForm: (accountId: string, id: string) => {
        read.push(id);
        return chain.fanOutDeps.findForm(accountId, id);
      },
    };
    const submission = {
      ...(await chain.newSubmission(formId)),
      source: { referrer: 'https://example.org/contact', language: 'de' },
      spam: { score: 30, reasons: [] },
    };
    const all: FilterCondition[] = [
      { field: '$language', op: 'equals', value: 'de' },
      { field: '$page', op: 'ends_with', value: '/contact' },
      { field: '$spam_score', op: 'equals', value: 30 },
      { field: '$files', op: 'equals', value: 0 },
    ];
    const { webhook_id } = await chain.newWebhook('https://one.example/', formId);
    await chain.webhooks.change(formId, webhook_id, { filter: { all } }, Date.now());
    await fanOut(deps)(changeOf(submission));
    expect(await queuedFor()).toHaveLength(1);
    expect(read).toEqual([]);
    const slug = { field: '$form', op: 'starts_with' as const, value: 'slug-' };
    await chain.webhooks.change(formId, webhook_id, { filter: { all: [...all, slug] } }, Date.now());
    await fanOut(deps)(changeOf(submission));
    expect(await queuedFor()).toHaveLength(1);
    expect(read).toEqual([formId]);
  });
});
