import { account, call, change, form } from './webhooks-fixture.ts';

const URL = 'http://127.0.0.1:9/hook';
const created = (body: object) =>
  call('createWebhook', { key: account.key, path: { id: form.id }, body: { url: URL, ...body } });
const createdForAll = (body: object) =>
  call('createAccountWebhook', { key: account.key, body: { url: URL, ...body } });

describe('events of a webhook', () => {
  it('include only new submissions unless others are selected', async () => {
    expect((await created({})).body.events).toEqual(['submission.created']);
  });

  it('are returned once each, in a fixed order, and can be changed', async () => {
    const events = ['submission.deleted', 'submission.created', 'submission.deleted'];
    const { status, body } = await created({ events });
    expect([status, body.events]).toEqual([201, ['submission.created', 'submission.deleted']]);
    const changed = await change(body.id, { events: ['submission.updated'] });
    expect([changed.status, changed.body.events]).toEqual([200, ['submission.updated']]);
  });

  it.each([
    [[], [{ path: 'events', message: expect.stringContaining('must not be empty') }]],
    [
      ['submission.create'],
      [{ path: 'events.0', message: expect.stringContaining('did you mean "submission.created"?') }],
    ],
    ['submission.created', [{ path: 'events', message: expect.stringContaining('must be a list') }]],
    [
      ['submission.created', 'delivery.failed'],
      [{ path: 'events', message: expect.stringContaining('only available for webhooks of all forms') }],
    ],
  ])('refuse %j for a form with the path and the reason', async (events, errors) => {
    const { status, body } = await created({ events });
    expect([status, body.errors]).toEqual([422, errors]);
  });

  it('include failed deliveries only for webhooks that cover all forms', async () => {
    const { status, body } = await createdForAll({ events: ['delivery.failed'] });
    expect([status, body.events]).toEqual([201, ['delivery.failed']]);
    const ofForm = (await created({})).body;
    expect((await change(ofForm.id, { events: ['delivery.failed'] })).status).toBe(422);
  });
});
