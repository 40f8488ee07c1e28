/**
 * Tests authorizing an app in a real browser: from a platform on another site, through sign-in, to the app's
 * first event.
 */
import { join } from 'node:path';
import * as oauth from 'openid-client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { axeViolations } from '../support/browser/axe.ts';
import { startBrowser } from '../support/browser/chromium.ts';
import { sideways } from '../support/console/page-faults.ts';
import { startFakePlatform, type FakePlatform } from '../support/platforms/fake-platform.ts';
import { startReceiver, type Receiver } from '../support/receivers/webhook-receiver.ts';
import { startService, type RunningService } from '../support/service/service.ts';

let service: RunningService;
let browser: Browser;
let platform: FakePlatform;
let receiver: Receiver;
beforeAll(async () => {
  [service, browser, platform, receiver] = await Promise.all([
    startService(),
    startBrowser(),
    startFakePlatform(),
    startReceiver(),
  ]);
  const { status, body } = await service.manage('POST', '/v1/oauth-clients', {
    name: 'Flows',
    redirect_uris: [platform.redirectUri.replace(/:\d+/, '')],
    type: 'confidential',
  });
  expect(status).toBe(201);
  await platform.register(service.baseUrl, body.id, body.secret);
});
afterAll(() => Promise.all([service.stop(), browser.close(), platform.stop(), receiver.stop()]));

async function violations(page: Page): Promise<string[]> {
  return (await axeViolations(page)).map(({ id, help }) => `${id}: ${help}`);
}

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

/**
 * Opens a browser and clicks "Connect" on the platform. JavaScript is disabled, because the pages don't need
 * it.
 */
async function fromPlatform(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  await page.goto(platform.origin);
  await page.getByRole('link', { name: 'Connect' }).click();
  return page;
}

async function signInAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
}

const bearer = () => ({ authorization: `Bearer ${platform.tokens().access_token}` });

it('an agent gets its first event after sign-in and the consent page', async () => {
  const page = await fromPlatform();
  await signInAs(page, 'Olivia Owner');
  await page.getByRole('heading', { name: /Allow .*Flows.* to access the account .*Demo/ }).waitFor();
  expect(await page.textContent('main')).toContain('owner@example.com');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('heading', { name: 'Connected' }).waitFor();

  expect(platform.tokens().scope).toBe('ingest read write');
  const me = await service.request('/v1/me', { headers: bearer() });
  expect(await me.json()).toMatchObject({ type: 'token', name: 'Flows', member: { role: 'owner' } });
  const { id, slug } = service.outputs.form;
  const webhook = await service.request(`/v1/forms/${id}/webhooks`, {
    method: 'POST',
    headers: { ...bearer(), 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url }),
  });
  expect(webhook.status).toBe(201);
  const post = await service.request(`/v1/f/${slug}`, {
    method: 'POST',
    headers: { ...bearer(), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', message: 'First' }),
  });
  expect(post.status).toBe(201);
  const event = await receiver.untilOne(({ body }) => body.type === 'submission.created');
  expect(JSON.stringify(event.body.data)).toContain('First');

  const refreshed = await oauth.refreshTokenGrant(platform.config, platform.tokens().refresh_token ?? '');
  expect(refreshed.refresh_token).not.toBe(platform.tokens().refresh_token);
  await oauth.tokenRevocation(platform.config, refreshed.refresh_token ?? '');
  expect((await service.request('/v1/me', { headers: bearer() })).status).toBe(401);

  // The user is still signed in, so the service uses the session cookie and skips the sign-in page.
  await page.goto(platform.origin);
  await page.getByRole('link', { name: 'Connect' }).click();
  await page.getByRole('button', { name: 'Don’t allow' }).click();
  await page.getByRole('heading', { name: 'Not connected: access_denied' }).waitFor();
  await page.context().close();
});

it('limits the app to the form that the member selects', async () => {
  const { body: other } = await service.manage('POST', '/v1/forms', { name: 'Job applications' });
  const page = await fromPlatform();
  await signInAs(page, 'Olivia Owner');
  await page.getByText('Only the forms I choose').click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('heading', { name: 'Choose at least one form' }).waitFor();
  await page.getByRole('link', { name: 'Start again' }).click();
  await page.getByText('Only the forms I choose').click();
  await page.getByText('Job applications').click();
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('heading', { name: 'Connected' }).waitFor();
  const seen = await service.request('/v1/forms', { headers: bearer() });
  expect(((await seen.json()) as { data: object[] }).data).toMatchObject([{ id: other.id }]);
  await page.context().close();
});

it("hides the consent page in another site's frame", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(platform.origin);
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.evaluate(`(() => {
    const frame = document.createElement('iframe');
    frame.src = '${service.baseUrl}/oauth/authorize?client_id=app_none';
    document.body.append(frame);
  })()`);
  await refused;
  await context.close();
});

describe.each([
  ['de', 'light', 390],
  ['ru', 'dark', 390],
  ['en', 'light', 1280],
] as const)('in %s, %s, at %i pixels', (locale, colorScheme, width) => {
  it('is accessible and fits the window', async () => {
    const page = await fromPlatform({
      locale,
      colorScheme,
      viewport: { width, height: 844 },
      javaScriptEnabled: true,
    });
    await signInAs(page, 'Edgar Editor');
    await page.locator('form[action="/oauth/authorize"]').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await photograph(page, `consent-${locale}-${colorScheme}-${width}`);
    const boxes = page.getByRole('checkbox');
    expect(await boxes.first().isVisible()).toBe(false);
    // Select the second option with the keyboard.
    await page.getByRole('radio').first().focus();
    await page.keyboard.press('ArrowDown');
    await boxes.first().check();
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await photograph(page, `consent-forms-${locale}-${colorScheme}-${width}`);
    await page.goto(`${service.baseUrl}/oauth/authorize?client_id=app_none`);
    expect(await violations(page)).toEqual([]);
    await photograph(page, `unknown-app-${locale}-${colorScheme}-${width}`);
    await page.context().close();
  });
});
