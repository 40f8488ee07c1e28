/** Tests failing and recovering webhooks in the console, using the mouse. */
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { startReceiver, type Receiver } from '../../support/receivers/webhook-receiver.ts';

let tested: ConsoleUnderTest;
let opened: ConsolePage | undefined;
let endpoint: Receiver;
let isUp = false;

/** Timeout in milliseconds. Starting the service takes a long time on a busy machine. */
const PATIENCE = 180_000;

beforeAll(async () => {
  tested = await startConsole({ withDemoData: false, env: { SVC_TIME_SCALE: '1000' } });
}, PATIENCE);
afterAll(() => tested.stop());
beforeEach(async () => {
  isUp = false;
  endpoint = await startReceiver(() => (isUp ? 200 : 503));
});
afterEach(async () => {
  await opened?.close();
  await endpoint.stop();
});

/** Creates a webhook with two deliveries that failed permanently. */
async function failingWebhook(): Promise<string> {
  const { manage, request } = tested.service;
  const { body: form } = await manage('POST', '/v1/forms', { name: 'Orders' });
  const { body: webhook } = await manage('POST', `/v1/forms/${form.id}/webhooks`, { url: endpoint.url });
  for (const name of ['Ada', 'Grace']) {
    const response = await request(`/v1/f/${form.slug}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ name }),
    });
    expect(response.status).toBe(201);
  }
  await endpoint.until(10);
  return webhook.id;
}

it('offers to recover only the last failing period after a successful test', async () => {
  const id = await failingWebhook();
  opened = await tested.open(`/webhooks/${id}`);
  const { page } = opened;
  await page.getByText(/^since .*, 2 deliveries failed$/).waitFor({ timeout: 30_000 });
  isUp = true;
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('Healthy', { exact: true }).waitFor();
  await page.getByText(/ – .*, 2 deliveries failed$/).waitFor();
  const { last_failure: span } = (await tested.service.manage('GET', `/v1/webhooks/${id}`)).body.health;
  await page.getByRole('button', { name: 'Recover failed deliveries…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recover failed deliveries' });
  const offered = dialog.getByRole('radio', { name: 'Last outage' });
  expect(await offered.isChecked()).toBe(true);
  await dialog.getByText('We’ll resend 2 deliveries.').waitFor();
  expect(await opened.accessFaults()).toEqual([]);
  const sent = page.waitForRequest((request) => request.postDataJSON()?.dry_run === undefined);
  await dialog.getByRole('button', { name: 'Resend' }).click();
  expect((await sent).postDataJSON()).toEqual({ since: span.since, until: span.until });
  await page.getByText('2 deliveries resent').waitFor({ timeout: 30_000 });
  expect(await page.getByText('Started by the service').count()).toBe(0);
  expect(opened.complaints).toEqual([]);
});

it('turns on automatic recovery for a failing webhook and shows when the service recovers it', async () => {
  const id = await failingWebhook();
  opened = await tested.open(`/webhooks/${id}?view=settings`);
  const { page } = opened;
  const name = 'Send missed submissions when the endpoint works again';
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByText(name).click();
  expect((await saved).status()).toBe(200);
  await page.getByRole('switch', { name, checked: true }).waitFor();
  const { manage } = tested.service;
  expect((await manage('GET', `/v1/webhooks/${id}`)).body.auto_recover).toBe(true);
  isUp = true;
  await page.getByRole('link', { name: 'Deliveries' }).click();
  const recovery = page.getByRole('region', { name: 'Recovery' });
  await recovery.getByText('Started by the service').waitFor({ timeout: 60_000 });
  expect(await opened.accessFaults()).toEqual([]);
  expect(opened.complaints).toEqual([]);
});

it('creates a webhook with automatic recovery', async () => {
  const { manage } = tested.service;
  const { body: form } = await manage('POST', '/v1/forms', { name: 'Bookings' });
  opened = await tested.open(`/webhooks?form=${form.id}`);
  const { page } = opened;
  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByRole('textbox', { name: 'URL' }).fill(endpoint.url);
  await dialog.getByText('Send missed submissions when the endpoint works again').click();
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  const { data } = (await manage('GET', `/v1/forms/${form.id}/webhooks`)).body;
  expect(data[0].auto_recover).toBe(true);
  expect(opened.complaints).toEqual([]);
});

it('lets you choose events, with failed deliveries offered only for webhooks that cover all forms', async () => {
  const { manage } = tested.service;
  const { body: form } = await manage('POST', '/v1/forms', { name: 'Events' });
  const { body: ofForm } = await manage('POST', `/v1/forms/${form.id}/webhooks`, { url: endpoint.url });
  const { body: ofAll } = await manage('POST', '/v1/webhooks', { url: endpoint.url });
  opened = await tested.open(`/webhooks/${ofForm.id}?view=settings`);
  const { page } = opened;
  expect(await page.getByRole('switch', { name: 'New submission' }).isDisabled()).toBe(true);
  expect(await page.getByRole('switch', { name: 'Delivery to another webhook failed' }).count()).toBe(0);
  const change = async (name: string): Promise<void> => {
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByText(name, { exact: true }).click();
    expect((await saved).status()).toBe(200);
  };
  await change('Submission deleted');
  expect((await manage('GET', `/v1/webhooks/${ofForm.id}`)).body.events).toEqual([
    'submission.created',
    'submission.deleted',
  ]);
  await page.goto(`${tested.service.baseUrl}/console/webhooks/${ofAll.id}?view=settings`);
  await change('Delivery to another webhook failed');
  expect((await manage('GET', `/v1/webhooks/${ofAll.id}`)).body.events).toEqual([
    'submission.created',
    'delivery.failed',
  ]);
  expect(await opened.accessFaults()).toEqual([]);
  expect(opened.complaints).toEqual([]);
});
