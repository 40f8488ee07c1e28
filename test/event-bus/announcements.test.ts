/**
 * Tests the functions that publish events, with real stores and a fake event bus that records the events.
 */
import { loggedErrorsOf } from '../support/aws/logged-errors.ts';
import { sqsEvent } from '../support/aws/sqs-event.ts';
import { formRecord, streamRecord } from '../support/aws/stream-record.ts';
import { startStores, type TestStores } from '../support/emulators/stores.ts';
import { putSubmissions, storedForm, submissionOf } from '../support/samples/stored-records.ts';
import { setFunctionEnvironment } from '../support/service/handlers.ts';
import { sqsBatchHandler } from '../../lambdas/aws/event-sources/sqs-handler.ts';
import type * as Changes from '../../lambdas/outbox/announce-changes.ts';
import type * as Submissions from '../../lambdas/outbox/announce-submissions.ts';
import { announcedFormStore } from '../../lambdas/event-bus/announced-form-store.ts';
import type { BusEvent } from '../../lambdas/event-bus/bus-event.ts';
import { submissionNews, type SubmissionNews } from '../../lambdas/event-bus/submission-news.ts';
import { submissionChanges } from '../../lambdas/submissions/submission-change-store.ts';
import { submissionStore } from '../../lambdas/submissions/submission-store.ts';
import { deliveryIdOf, newWebhookId } from '../../lambdas/core/ids.ts';
import { systemRandom } from '../../lambdas/core/random.ts';
import { newDelivery, type Delivery } from '../../lambdas/webhooks/delivery/delivery.ts';

let stores: TestStores;
let announceChanges: typeof Changes.announceChanges;
let announceSubmissions: typeof Submissions.announceSubmissions;
beforeAll(async () => {
  stores = await startStores();
  setFunctionEnvironment(stores);
  // Configure the event bus, as in a stage with the `eventBus` setting.
  process.env['EVENT_BUS'] = 'svc-forms-test';
  ({ announceChanges } = await import('../../lambdas/outbox/announce-changes.ts'));
  ({ announceSubmissions } = await import('../../lambdas/outbox/announce-submissions.ts'));
});
afterAll(() => stores.stop());

/** Returns a fake event bus that refuses events with the given text in their id. */
function busWithout(refused?: string) {
  const taken: BusEvent[] = [];
  const put = (events: readonly BusEvent[]) =>
    Promise.resolve(
      events.map((event) => {
        if (refused !== undefined && event.id.includes(refused)) return new Error('not taken');
        taken.push(event);
        return undefined;
      }),
    );
  return { taken, put };
}
const eventOf = (...Records: object[]) => ({ Records });
const failuresOf = (...identifiers: string[]) => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('submissions', () => {
  const announce = (put: ReturnType<typeof busWithout>['put']) => {
    const handle = announceSubmissions({
      findSubmission: submissionStore(stores.db, stores.tables.submissions).find,
      owe: submissionChanges(stores.db, stores.tables.submissions).oweCreatedEvent,
      put,
      baseUrl: 'https://forms.example.com',
      now: Date.now,
    });
    return sqsBatchHandler({ message: submissionNews, handle });
  };
  const bodyOf = (
    { form_id, submission_id }: { form_id: string; submission_id: string },
    news: Pick<SubmissionNews, 'change' | 'deletion'> = {},
  ) => JSON.stringify({ form_id, submission_id, ...news });

  it('are announced in one batch, with the same ids if their messages are repeated', async () => {
    const form = await storedForm(stores);
    const posted = [
      submissionOf(form, { fields: { name: 'Ada' } }),
      submissionOf(form, { fields: { name: 'Bea' } }),
    ];
    await putSubmissions(stores, posted);
    const { taken, put } = busWithout();
    const event = sqsEvent(['a', bodyOf(posted[0]!)], ['b', bodyOf(posted[1]!)]);
    expect(await announce(put)(event)).toEqual(failuresOf());
    expect(await announce(put)(event)).toEqual(failuresOf());
    expect(taken.map(({ type, data }) => [type, data['payload']])).toEqual([
      ['submission.created', { name: 'Ada' }],
      ['submission.created', { name: 'Bea' }],
      ['submission.created', { name: 'Ada' }],
      ['submission.created', { name: 'Bea' }],
    ]);
    expect(taken.slice(2)).toEqual(taken.slice(0, 2));
    expect(taken[0]!.id).not.toBe(taken[1]!.id);
  });

  it('are skipped if they were deleted or marked as spam in the meantime', async () => {
    const form = await storedForm(stores);
    const [gone, spam] = [submissionOf(form), submissionOf(form, { status: 'spam' })];
    await putSubmissions(stores, [spam]);
    const { taken, put } = busWithout();
    expect(await announce(put)(sqsEvent(['a', bodyOf(gone)], ['b', bodyOf(spam)]))).toEqual(failuresOf());
    expect(taken).toEqual([]);
    const { find } = submissionStore(stores.db, stores.tables.submissions);
    expect((await find(form.form_id, spam.submission_id))?.created_event_due).toBe(true);
    expect(await find(form.form_id, gone.submission_id)).toBeUndefined();
  });

  it('are announced if they are released from spam while the event is being dropped', async () => {
    const form = await storedForm(stores);
    const stored = submissionOf(form, { fields: { name: 'Ada' } });
    await putSubmissions(stores, [stored]);
    const { taken, put } = busWithout();
    // The first read still sees the submission as spam.
    const reads = [{ ...stored, status: 'spam' as const }, stored];
    const handle = announceSubmissions({
      findSubmission: () => Promise.resolve(reads.shift()),
      owe: submissionChanges(stores.db, stores.tables.submissions).oweCreatedEvent,
      put,
      baseUrl: 'https://forms.example.com',
      now: Date.now,
    });
    expect(await handle([{ form_id: stored.form_id, submission_id: stored.submission_id }])).toEqual([
      undefined,
    ]);
    expect(taken.map(({ type }) => type)).toEqual(['submission.created']);
  });

  it('are announced when they change, even as spam, and when they are deleted', async () => {
    const form = await storedForm(stores);
    const [changed, gone] = [submissionOf(form, { status: 'spam' }), submissionOf(form)];
    await putSubmissions(stores, [changed]);
    const actor = { type: 'key', id: 'key_1', name: 'CI' } as const;
    const change = { changed: ['status' as const], actor, version: 3, at: '2026-11-20T09:00:00.999Z' };
    const { account_id, form_id } = form;
    const facts = { deleted_at: '2026-11-20T10:00:00.999Z', reason: 'expired' } as const;
    const { taken, put } = busWithout();
    const event = sqsEvent(
      ['a', bodyOf(changed, { change })],
      // A change to a submission that no longer exists.
      ['b', bodyOf(gone, { change })],
      ['c', bodyOf(gone, { deletion: { account_id, ...facts } })],
    );
    expect(await announce(put)(event)).toEqual(failuresOf());
    expect(await announce(put)(event)).toEqual(failuresOf());
    expect(taken.slice(2)).toEqual(taken.slice(0, 2));
    expect(taken.slice(0, 2)).toEqual([
      {
        type: 'submission.updated',
        id: expect.stringMatching(new RegExp(`^whd_.*${changed.submission_id.slice(-26)}_C3$`)),
        created_at: '2026-11-20T09:00:00.999Z',
        data: {
          account_id,
          form_id,
          submission_id: changed.submission_id,
          payload: expect.anything(),
          files: [],
          changed: ['status'],
          actor,
        },
      },
      {
        type: 'submission.deleted',
        id: expect.stringMatching(new RegExp(`^whd_.*${gone.submission_id.slice(-26)}_D$`)),
        created_at: '2026-11-20T10:00:00.999Z',
        data: { account_id, form_id, submission_id: gone.submission_id, ...facts },
      },
    ]);
  });

  it('are retried separately if the bus refuses them, as are unreadable messages', async () => {
    const form = await storedForm(stores);
    const [good, refused] = [submissionOf(form, { at: 1e12 }), submissionOf(form, { at: 2e12 })];
    await putSubmissions(stores, [good, refused]);
    const { taken, put } = busWithout(refused.submission_id.slice(-26));
    const { result, logged } = await loggedErrorsOf(() =>
      announce(put)(sqsEvent(['a', bodyOf(refused)], ['b', 'no JSON'], ['c', bodyOf(good)])),
    );
    expect(result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).toSorted()).toEqual([
      'a',
      'b',
    ]);
    expect(taken).toHaveLength(1);
    expect(logged.map((line) => [line.message, line['message_id']]).toSorted()).toEqual([
      ['Failed to process queue message', 'a'],
      ['Failed to process queue message', 'b'],
    ]);
  });
});

describe('changes', () => {
  const announce = (put: ReturnType<typeof busWithout>['put']) =>
    announceChanges({ findForm: announcedFormStore(stores.db, stores.tables.forms).find, put });
  const delivery = (changed: Partial<Delivery> = {}): Delivery => {
    const submission_id = 'sub_000000000101KAEZK100AAAAAAAAAAAAAAAA';
    const webhook_id = newWebhookId('frm_0000000001', systemRandom);
    const made = newDelivery(webhook_id, submission_id, Date.parse('2026-11-20T08:00:00Z'));
    return { ...made, delivery_id: deliveryIdOf(webhook_id, submission_id), ...changed };
  };
  const ended = (sequence: string, after: Partial<Delivery>) => {
    const before = delivery({ status: 'retrying' });
    return {
      id: before.delivery_id,
      record: streamRecord(
        ['webhook_id', 'delivery_id'],
        { before, after: { ...before, ...after } },
        sequence,
      ),
    };
  };

  it("to deliveries, e-mails and forms are announced together, without a form's secrets", async () => {
    const form = await storedForm(stores, {
      name: 'Contact',
      challenge: { enabled: true, site_key: 'site', secret: 'the-secret' },
      notify_emails: ['ann@example.com'],
    });
    const { account_id, form_id, slug } = form;
    const email = {
      form_id,
      email_key: `sub_${form_id.slice(4)}01KAEZK100AAAAAAAAAAAAAAAA.autoresponse`,
      kind: 'autoresponse',
      recipient_id: 'rcp_1',
      expires_at: 1,
      changed_at: '2026-11-20T08:00:00.000Z',
    };
    const { taken, put } = busWithout();
    const succeeded = ended('1', { status: 'succeeded', version: 3 });
    const event = eventOf(
      succeeded.record,
      streamRecord(
        ['form_id', 'email_key'],
        { before: { ...email, status: 'sent' }, after: { ...email, status: 'bounced', reason: 'permanent' } },
        '2',
      ),
      formRecord({ account_id, form_id }, '3', 'MODIFY'),
      formRecord({ account_id, form_id: 'frm_0000000009' }, '4', 'REMOVE'),
    );
    expect(await announce(put)(event)).toEqual(failuresOf());
    expect(taken.map(({ type, id }) => [type, id])).toEqual([
      ['delivery.succeeded', `${succeeded.id}.3`],
      ['email.bounced', `${email.email_key}.bounced`],
      ['form.updated', `${form_id}.3`],
      ['form.deleted', 'frm_0000000009.4'],
    ]);
    expect(taken[2]!.data).toEqual({
      account_id,
      form_id,
      form: {
        name: 'Contact',
        slug,
        status: 'live',
        created_at: form.created_at,
        updated_at: form.updated_at,
      },
    });
    expect(JSON.stringify(taken)).not.toMatch(/the-secret|ann@example\.com/);
    // A redelivered record publishes identical events.
    expect(await announce(put)(event)).toEqual(failuresOf());
    expect(taken.slice(4)).toEqual(taken.slice(0, 4));
  });

  it('are not announced for imports, expirations, or intermediate states', async () => {
    const { taken, put } = busWithout();
    const imported = delivery({ status: 'succeeded' });
    const event = eventOf(
      streamRecord(['webhook_id', 'delivery_id'], { after: imported }, '1'),
      streamRecord(['webhook_id', 'delivery_id'], { before: imported }, '2'),
      streamRecord(
        ['webhook_id', 'delivery_id'],
        { before: imported, after: { ...imported, version: 9 } },
        '3',
      ),
    );
    expect(await announce(put)(event)).toEqual(failuresOf());
    expect(taken).toEqual([]);
  });

  it('are not announced for the canary', async () => {
    const { taken, put } = busWithout();
    const before = delivery({ status: 'retrying', webhook_id: 'wh_CANARY0000CANARY0000' });
    const after = { ...before, status: 'succeeded', version: 3 };
    const event = eventOf(
      streamRecord(['webhook_id', 'delivery_id'], { before, after }, '1'),
      formRecord({ account_id: 'acc_CANARY000000', form_id: 'frm_CANARY0000' }, '2', 'MODIFY'),
    );
    expect(await announce(put)(event)).toEqual(failuresOf());
    expect(taken).toEqual([]);
  });

  it('are reported and logged if the bus refuses them, but others are still announced', async () => {
    const [good, refused] = [ended('1', { status: 'failed' }), ended('2', { status: 'failed' })];
    const { taken, put } = busWithout(refused.id);
    const unreadable = {
      eventName: 'MODIFY',
      dynamodb: { SequenceNumber: '3', Keys: { webhook_id: { S: 'wh' } } },
    };
    const { result, logged } = await loggedErrorsOf(() =>
      announce(put)(eventOf(good.record, refused.record, unreadable)),
    );
    expect(result).toEqual(failuresOf('3', '2'));
    expect(taken.map(({ type, data }) => [type, data['delivery_id']])).toEqual([
      ['delivery.failed', good.id],
    ]);
    expect(logged.map((line) => [line.message, line['sequence'], line.error.message !== ''])).toEqual([
      ['Failed to process stream record', '3', true],
      ['Failed to announce event', '2', true],
    ]);
  });
});
