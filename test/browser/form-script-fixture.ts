/**
 * Provides a website with pages that load the form script. Importing this module starts the service and the
 * browser before the tests.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { defaultPlans } from '../../lambdas/accounts/plans.ts';
import { startBrowser } from '../support/browser/chromium.ts';
import { startSiteverify, type FakeSiteverify } from '../support/receivers/siteverify.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import { startWebsite, type Website } from '../support/receivers/website.ts';

export const MEGABYTE = 1_048_576;
/** Raise the plan limit of the demo account (pro) to allow files of 30 MB. */
export const plans = { ...defaultPlans, pro: { ...defaultPlans.pro, max_file_bytes: 50 * MEGABYTE } };
export const ESBUILD = join(import.meta.dirname, '../../node_modules/.bin/esbuild');
export const USE_FORM = join(import.meta.dirname, '../../packages/forms/src/use-form.ts');
export const CORS = { 'access-control-allow-origin': '*' };

export let service: RunningService;
export let website: Website;
export let browser: Browser;
export let siteverify: FakeSiteverify;
export let bucket: string;
export const folder = mkdtempSync(join(tmpdir(), 'svc-test-script-'));
beforeAll(async () => {
  siteverify = await startSiteverify();
  [service, website, browser] = await Promise.all([
    startService({
      env: { SVC_SETTINGS: JSON.stringify({ plans, turnstileVerifyUrl: siteverify.url }) },
    }),
    startWebsite(),
    startBrowser({ keepsPages: true }),
  ]);
  bucket = await bucketOrigin();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([service.stop(), website.stop(), browser.close(), siteverify.stop()]);
});

export const makeForm = async (input: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> =>
  (await service.manage('POST', '/v1/forms', { name: 'Contact', rate_limit: 1000, ...input })).body;
export const stored = async ({ id }: { id: string }): Promise<any[]> =>
  (await service.manage('GET', `/v1/forms/${id}/submissions`)).body.data;
export const filesOf = async (form: { id: string }): Promise<any[]> =>
  (await service.manage('GET', `/v1/submissions/${(await stored(form))[0].id}`)).body.attachments;
export const addressOf = ({ slug }: { slug: string }): string => `${service.baseUrl}/v1/f/${slug}`;

export const INPUTS = `<label>Name <input name="name"></label>
  <label>Message <textarea name="message"></textarea></label>`;

/** Shows the body on a page that is only allowed to run the form script and one script from the website. */
export async function open(
  body: string,
  { lang = 'en', script = '', javaScriptEnabled = true, locale = 'en-US' } = {},
): Promise<{ page: Page; posts: Request[]; complaints: string[] }> {
  website.show('/own.js', script, { 'content-type': 'text/javascript' });
  website.show(
    '/page',
    `<!doctype html><html lang="${lang}"><title>Contact us</title><body>${body}
       <script src="/own.js"></script><script src="${service.baseUrl}/v1/forms.js" defer></script></body></html>`,
    {
      'content-security-policy': [
        "default-src 'none'",
        `script-src 'self' ${service.baseUrl}`,
        `connect-src ${service.baseUrl} ${bucket}`,
        `form-action ${service.baseUrl}`,
        "require-trusted-types-for 'script'",
      ].join('; '),
    },
  );
  const context = await browser.newContext({ locale, javaScriptEnabled });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const posts: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/v1\/f\/[^/]+$/.test(request.url())) posts.push(request);
  });
  await page.goto(`${website.origin}/page`);
  return { page, posts, complaints };
}

/** Returns the origin that browsers upload files to. */
export async function bucketOrigin(): Promise<string> {
  const form = await makeForm();
  const response = await service.request(`/v1/f/${form.slug}/uploads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ field: 'file', name: 'a.txt', size: 1 }),
  });
  return new URL(((await response.json()) as { url: string }).url).origin;
}

export const state = (page: Page, value: string): Promise<unknown> =>
  page.locator(`form[data-svc-state="${value}"]`).waitFor();
export const keysOf = (posts: readonly Request[]): (string | undefined)[] =>
  posts.map((request) => request.headers()['idempotency-key']);
