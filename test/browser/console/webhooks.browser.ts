import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import {
  startConsole,
  type ConsolePage,
  type ConsoleUnderTest,
} from '../../support/console/console-session.ts';
import { tabTo } from '../../support/console/keyboard.ts';
import {
  startReceiver,
  type ReceivedWebhook,
  type Receiver,
} from '../../support/receivers/webhook-receiver.ts';

let tested: ConsoleUnderTest;
let opened: ConsolePage | undefined;
let receivers: Receiver[] = [];

/** Timeout in milliseconds. Starting the service takes a long time on a busy machine. */
const PATIENCE = 180_000;

beforeAll(async () => {
  tested = await startConsole({ withDemoData: true, env: { SVC_TIME_SCALE: '1000' } });
}, PATIENCE);
afterAll(() => tested.stop());
afterEach(async () => {
  await opened?.close();
  const ended = receivers;
  receivers = [];
  await Promise.all(ended.map((each) => each.stop()));
});

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given);
  receivers.push(started);
  return started;
}

/** Creates a form with a webhook for the given URL. */
async function webhookTo(url: string, name: string): Promise<{ id: string; slug: string }> {
  const { manage } = tested.service;
  const { body: form } = await manage('POST', '/v1/forms', { name: `Form of ${name}` });
  const { body } = await manage('POST', `/v1/forms/${form.id}/webhooks`, { url, name });
  return { id: body.id, slug: form.slug };
}

async function submit(slug: string, name: string): Promise<void> {
  const response = await tested.service.request(`/v1/f/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ name, message: 'Please call me back.' }),
  });
  expect(response.status).toBe(201);
}

/** Creates a webhook and two submissions. All delivery attempts have failed. */
async function failingWebhook(name: string): Promise<{ id: string }> {
  const broken = await receiver(() => 500);
  const webhook = await webhookTo(broken.url, name);
  await submit(webhook.slug, 'Ada');
  await submit(webhook.slug, 'Grace');
  await broken.until(10);
  return webhook;
}

const idsOf = (received: readonly ReceivedWebhook[]): string[] =>
  received
    .filter(({ body }) => body.type === 'submission.created')
    .map(({ body }) => body.id)
    .toSorted();

describe('fixing a failing webhook', () => {
  it('shows the error, changes and tests the URL, and resends failed deliveries with the mouse', async () => {
    const { manage, outputs } = tested.service;
    const { data: webhooks } = (await manage('GET', `/v1/forms/${outputs.form.id}/webhooks`)).body;
    const crm: string = webhooks[0].id;
    opened = await tested.open('/webhooks');
    const { page } = opened;
    const row = page.getByRole('row', { name: /Customer database/ });
    await row.getByText('Failing').waitFor();
    await page.getByRole('link', { name: 'Customer database' }).click();

    const why = page.getByRole('region', { name: /^Failing since/ });
    await why.getByText('We couldn’t reach the endpoint.').waitFor();
    await why.getByRole('link', { name: 'View delivery' }).click();
    const drawer = page.getByRole('dialog', { name: 'Delivery' });
    await drawer.getByRole('heading', { name: 'Attempt 5' }).waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();

    const repaired = await receiver();
    await why.getByRole('button', { name: 'Change URL' }).click();
    await page.locator('input:focus').fill(repaired.url);
    await page.getByRole('button', { name: 'Save' }).click();
    const next = page.getByRole('status').filter({ hasText: 'Changes saved' });
    await next.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Test succeeded. The endpoint responded with 200.').waitFor();
    await repaired.untilOne(({ body }) => body.type === 'webhook.test');

    const yesterday = new Date(Date.now() - 86_400_000).toLocaleDateString('sv', {
      timeZone: 'Europe/Berlin',
    });
    const { data: failed } = (await manage('GET', `/v1/webhooks/${crm}/deliveries?status=failed`)).body;
    // Only consider failures that are certainly after the start of yesterday in Berlin, regardless of the
    // time in UTC.
    const sure = failed.filter(({ updated_at }: any) => updated_at.slice(0, 10) >= yesterday);
    expect(sure.length).toBeGreaterThan(0);
    await next.getByRole('button', { name: 'Recover' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recover failed deliveries' });
    await dialog.getByRole('radio', { name: 'Yesterday' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Resend' }).click();
    await page.getByText(/\d+ deliver(y|ies) resent/).waitFor({ timeout: 30_000 });
    for (const { id } of sure) await repaired.untilOne(({ body }) => body.id === id);
    expect(opened.complaints).toEqual([]);

    // After a reload, the recovery is still shown and the webhook is healthy.
    await page.reload();
    await page.getByRole('region', { name: 'Recovery' }).getByText('Finished').waitFor();
    await page.getByText('Healthy', { exact: true }).waitFor();
  });

  it('works with the keyboard alone', async () => {
    const { id } = await failingWebhook('Newsletter');
    opened = await tested.open('/webhooks');
    const { page } = opened;
    await tabTo(page, page.getByRole('link', { name: 'Newsletter', exact: true }));
    await page.keyboard.press('Enter');
    const why = page.getByRole('region', { name: /^Failing since/ });
    await why.getByText('The last response was 500.').waitFor({ timeout: 30_000 });
    await tabTo(page, why.getByRole('button', { name: 'Change URL' }));
    await page.keyboard.press('Enter');

    const repaired = await receiver();
    // The URL field already has the focus.
    await page.locator('input:focus').waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(repaired.url);
    await page.keyboard.press('Enter');
    const next = page.getByRole('status').filter({ hasText: 'Changes saved' });
    await tabTo(page, next.getByRole('button', { name: 'Recover' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Recover failed deliveries' });
    await tabTo(page, dialog.getByRole('button', { name: 'Resend' }));
    await page.keyboard.press('Enter');
    await page.getByText('2 deliveries resent').waitFor({ timeout: 30_000 });

    const { data } = (await tested.service.manage('GET', `/v1/webhooks/${id}/deliveries`)).body;
    const ids = data.map((delivery: { id: string }) => delivery.id).toSorted();
    expect(idsOf(await repaired.until(2))).toEqual(ids);
    expect(opened.complaints).toEqual([]);
  });
});

it('resends one or more deliveries and shows the result', async () => {
  let isUp = false;
  const flaky = await receiver(() => (isUp ? 200 : 503));
  const { id, slug } = await webhookTo(flaky.url, 'Flaky');
  for (const name of ['Ada', 'Grace', 'Edith']) await submit(slug, name);
  await flaky.until(15);
  opened = await tested.open(`/webhooks/${id}?status=failed`);
  const { page } = opened;
  const grid = page.getByRole('grid', { name: 'Deliveries' });
  await expectRows(page, grid, 3);
  isUp = true;
  await grid.getByRole('row').nth(1).getByRole('rowheader').click();
  const drawer = page.getByRole('dialog', { name: 'Delivery' });
  await drawer.getByRole('heading', { name: 'Attempt 5' }).waitFor();
  await drawer.getByRole('button', { name: 'Resend' }).click();
  await page.getByText('Resent. The endpoint accepted the delivery.').waitFor();
  await drawer.getByText('Succeeded').waitFor();
  await page.keyboard.press('Escape');
  await expectRows(page, grid, 2);
  await grid.getByRole('columnheader').first().getByRole('checkbox').press('Space');
  await page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Resend' }).click();
  await page.getByText('2 delivered').waitFor();
  await page.getByText('No deliveries match').waitFor();
  expect(opened.complaints).toEqual([]);
});

async function expectRows(page: Page, grid: Locator, count: number): Promise<void> {
  // The console polls the list every ten seconds.
  await grid.getByRole('row').nth(count).waitFor({ timeout: 30_000 });
  await grid
    .getByRole('row')
    .nth(count + 1)
    .waitFor({ state: 'detached' });
  await page.getByRole('status', { name: 'Loading…' }).waitFor({ state: 'detached' });
}

describe('the verification code', () => {
  it('accepts only real deliveries, including those signed with the old secret after a rotation', async () => {
    const own = await receiver();
    opened = await tested.open('/webhooks');
    const { page } = opened;
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'URL' }).fill(own.url);
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Verified');
    await dialog.getByRole('button', { name: 'Add header' }).click();
    await dialog.getByLabel('Header name').fill('authorization');
    await dialog.getByLabel('Value').fill('Bearer of-the-receiver');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    const secret = await page.getByRole('region', { name: 'Secret' }).innerText();
    expect(secret).toMatch(/^whsec_/);
    expect(await opened.accessFaults()).toEqual([]);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Verified' }).waitFor();

    // Remove the custom headers, because the receiver validates requests against the OpenAPI document, which
    // doesn't define these headers.
    const views = page.getByRole('navigation', { name: 'Webhook views' });
    await views.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('authorization').waitFor();
    await page.getByRole('button', { name: 'Remove all' }).click();
    await page.getByText('None.').waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    const [first] = await own.until(1);
    await page.getByRole('link', { name: 'Verify' }).click();
    const code = await page.getByRole('region', { name: 'Code for Node.js' }).innerText();
    expect(verdicts(code, first, [secret])).toEqual([[true, false, false]]);

    await views.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Replace secret…' }).click();
    await page.getByRole('button', { name: 'Replace secret', exact: true }).click();
    const fresh = await page.getByRole('region', { name: 'Secret' }).innerText();
    expect(fresh).toMatch(/^whsec_/);
    expect(fresh).not.toBe(secret);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByText(/The old secret is valid for another (24 hr 0|23 hr 59) min/).waitFor();
    await page.getByRole('button', { name: 'Send test' }).click();
    const [, second] = await own.until(2);
    expect(verdicts(code, second, [secret, fresh])).toEqual([
      [true, false, false],
      [true, false, false],
    ]);
    expect(opened.complaints).toEqual([]);
  });
});

/**
 * Runs the code in a separate Node process. Returns three results for each secret: for the request, for a
 * different body, and for the same request ten minutes later.
 */
function verdicts(code: string, request: ReceivedWebhook | undefined, secrets: string[]): boolean[][] {
  const folder = mkdtempSync(join(tmpdir(), 'svc-verify-'));
  try {
    writeFileSync(join(folder, 'verify.mjs'), code);
    writeFileSync(
      join(folder, 'run.mjs'),
      `import { verify } from './verify.mjs';
       const { headers, bytes, secrets } = JSON.parse(process.argv[2]);
       const body = Buffer.from(bytes, 'base64');
       const now = Date.now();
       const results = secrets.map((secret) => {
         Date.now = () => now;
         const pair = [verify(body, headers, secret), verify(Buffer.concat([body, Buffer.from(' ')]), headers, secret)];
         Date.now = () => now + 600_000;
         return [...pair, verify(body, headers, secret)];
       });
       process.stdout.write(JSON.stringify(results));`,
    );
    const given = { headers: request?.headers, bytes: request?.bytes.toString('base64'), secrets };
    const run = spawnSync(process.execPath, [join(folder, 'run.mjs'), JSON.stringify(given)]);
    return JSON.parse(run.stdout.toString() || run.stderr.toString()) as boolean[][];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('refused input', () => {
  it('explains next to the field why a URL is invalid, and links to the webhook that already uses the URL', async () => {
    const own = await receiver();
    const { id } = await webhookTo(own.url, 'Taken');
    const { body } = await tested.service.manage('GET', `/v1/webhooks/${id}`);
    opened = await tested.open(`/webhooks?form=${body.form_id}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'New webhook' }).click();
    const url = page.getByRole('textbox', { name: 'URL' });
    await url.fill('ftp://example.com/');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText('The URL must use https').waitFor();
    await url.fill(own.url);
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText('A webhook with this URL already exists.').waitFor();
    await page.getByRole('button', { name: 'Open webhook' }).click();
    await page.getByRole('heading', { level: 1, name: 'Taken' }).waitFor();
  });

  it('shows both versions after a conflict, keeps your input after a reload, and saves it when you confirm', async () => {
    const own = await receiver();
    const { id } = await webhookTo(own.url, 'Shared');
    opened = await tested.open(`/webhooks/${id}?view=settings`);
    const { page } = opened;
    const name = page.getByRole('textbox', { name: /^Name/ });
    await name.fill('Mine');
    await tested.service.manage('PATCH', `/v1/webhooks/${id}`, { name: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed' });
    await conflict.getByText('Name: Theirs').waitFor();
    await page.reload();
    expect(await name.inputValue()).toBe('Mine');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
  });

  it("shows what couldn't be loaded, with the request id, and retries on request", async () => {
    const own = await receiver();
    const { id } = await webhookTo(own.url, 'Slow');
    opened = await tested.open('/webhooks');
    const { page } = opened;
    await page.getByRole('link', { name: 'Slow', exact: true }).waitFor();
    const broken = `**/v1/webhooks/${id}`;
    await page.route(broken, (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'req_broken' },
        contentType: 'application/problem+json',
        body: '{"type":"https://x/problems/internal-error","title":"Internal error","detail":"No."}',
      }),
    );
    await page.getByRole('link', { name: 'Slow', exact: true }).click();
    await page.getByText('Request req_broken').waitFor({ timeout: 30_000 });
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Slow' }).waitFor();
  });
});

it('offers no way to make changes to a member with only read access', async () => {
  const { manage, outputs } = tested.service;
  const { body } = await manage('POST', '/v1/api-keys', {
    name: 'Reader',
    type: 'management',
    scopes: ['read'],
  });
  const { data } = (await manage('GET', `/v1/forms/${outputs.form.id}/webhooks`)).body;
  opened = await tested.open('/webhooks', { key: body.key });
  const { page } = opened;
  await page.getByRole('link', { name: 'Customer database' }).waitFor();
  expect(await page.getByRole('button', { name: 'New webhook' }).count()).toBe(0);
  await page.goto(`${tested.service.baseUrl}/console/webhooks/${data[0].id}?view=settings`);
  await page.getByRole('grid', { name: 'Deliveries' }).waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
  expect(await page.getByRole('button', { name: /Send test|Recover|More actions/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
});

it('shows the form filter immediately, but shows no information about a form before it has loaded', async () => {
  const { body: form } = await tested.service.manage('POST', '/v1/forms', { name: 'Form of the filter' });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  opened = await tested.open(`/webhooks?form=${String(form.id)}`, {
    prepare: (page) =>
      page.route(/\/v1\/forms\?/, async (route) => {
        await released;
        await route.continue();
      }),
  });
  const filter = opened.page.getByRole('combobox', { name: 'Form', exact: true });
  const chosen = (): Promise<string> => filter.locator('option:checked').innerText();
  await filter.waitFor();
  expect(await filter.isDisabled()).toBe(true);
  expect(await chosen()).toBe('…');
  release();
  await opened.settled();
  expect(await filter.isDisabled()).toBe(false);
  expect(await chosen()).toBe('Form of the filter');
});

it('deletes a webhook after confirmation and returns to the list', async () => {
  const own = await receiver();
  const { id } = await webhookTo(own.url, 'Old');
  opened = await tested.open(`/webhooks/${id}?view=settings`);
  const { page } = opened;
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Old”?' });
  await dialog.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('“Old” was deleted').waitFor();
  await page.getByRole('link', { name: 'Customer database' }).waitFor();
  expect(await page.getByRole('link', { name: 'Old', exact: true }).count()).toBe(0);
  expect((await tested.service.manage('GET', `/v1/webhooks/${id}`)).status).toBe(404);
});

describe('accessibility', () => {
  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('has no axe violations: %s at %i pixels', async (theme, width) => {
    const { manage, outputs } = tested.service;
    const { data } = (await manage('GET', `/v1/forms/${outputs.form.id}/webhooks`)).body;
    const id: string = data[0].id;
    for (const path of ['', `/${id}`, `/${id}?view=settings`, `/${id}?view=verify`]) {
      const page = await tested.open(`/webhooks${path}`, { theme, width, language: 'de' });
      try {
        await page.page
          .getByText(path === '' ? 'Customer database' : /^(Eingegangen|Endpunkt|Node\.js)$/)
          .first()
          .waitFor();
        await page.page.waitForLoadState('networkidle');
        expect(await page.accessFaults()).toEqual([]);
        expect(await page.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(page.complaints).toEqual([]);
      } finally {
        await page.close();
      }
    }
  });
});
