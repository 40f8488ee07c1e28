/** Tests signing in to the local service in a real browser with two sites: the issuer and the service. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '../support/browser/chromium.ts';
import { startService, type RunningService } from '../support/service/service.ts';

let service: RunningService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), startBrowser()]);
});
afterAll(async () => {
  await Promise.all([service.stop(), browser.close()]);
});

/** Reads a path from within a service page, as the console does. */
function read(page: Page, path: string): Promise<{ status: number; body: any }> {
  return page.evaluate(async (address) => {
    const response = await fetch(address);
    return { status: response.status, body: await response.json() };
  }, path);
}

const send = (page: Page, method: string, path: string): Promise<number> =>
  page.evaluate(async ([how, address]) => (await fetch(address, { method: how })).status, [
    method,
    path,
  ] as const);

/** Waits for any console page, except the pages for signing in and out. */
const landed = (page: Page): Promise<void> =>
  page.waitForURL(
    ({ origin, pathname }) =>
      origin === service.baseUrl && /^\/console(?!\/(?:sign-in|callback|sign-out)$)/.test(pathname),
  );

async function signInAs(context: BrowserContext, name: string, path = '/console/sign-in'): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${service.baseUrl}${path}`);
  expect(new URL(page.url()).hostname).toBe('localhost');
  await page.getByRole('button', { name }).click();
  await landed(page);
  return page;
}

it('signs in with one click, keeps the session after the runner restarts, and signs out of both', async () => {
  const context = await browser.newContext();
  const page = await signInAs(context, 'Edgar Editor', '/console/sign-in?return_to=/console/forms?tab=all');
  expect(new URL(page.url()).pathname).toBe('/console/forms');
  const me = {
    status: 200,
    body: {
      type: 'member',
      name: 'Edgar Editor',
      scopes: ['read', 'write'],
      account: { name: 'Demo', plan: 'pro' },
      member: { email: 'editor@example.com', role: 'editor', form_ids: null },
    },
  };
  expect(await read(page, '/v1/me')).toMatchObject(me);
  const cookies = await context.cookies(service.baseUrl);
  expect(cookies).toMatchObject([
    { name: '__Host-svc-session', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' },
  ]);
  expect(await page.evaluate('document.cookie')).toBe('');

  // Restart on the same port. If the service's origin changed, the browser would lose the session. If the
  // issuer's origin changed, the service wouldn't recognize the user.
  const { port } = new URL(service.baseUrl);
  const { issuer } = service.outputs;
  await service.stop({ keep: true });
  service = await startService({ folder: service.folder, env: { PORT: port } });
  expect(service.outputs['issuer']).toBe(issuer);
  await page.goto(`${service.baseUrl}/docs`);
  expect(await read(page, '/v1/me')).toMatchObject(me);

  // The user is still signed in at the issuer, so no click is needed.
  const again = await context.newPage();
  await again.goto(`${service.baseUrl}/console/sign-in`);
  await landed(again);
  expect(await read(again, '/v1/me')).toMatchObject(me);
  // Close this page. If a console page were open when the session ends, it would sign in again automatically,
  // because the issuer still has a session.
  await again.close();

  expect(await send(page, 'POST', '/v1/session/sign-out')).toBe(204);
  expect((await read(page, '/v1/me')).status).toBe(401);
  await page.goto(`${service.baseUrl}/console/sign-out`);
  // The console has no session and redirects to the sign-in page, because the session with the OpenID
  // provider has ended too.
  await page.getByRole('button', { name: 'Vera Viewer' }).click();
  await landed(page);
  expect(await read(page, '/v1/me')).toMatchObject({ body: { member: { role: 'viewer' } } });
  await context.close();
});

it('completes sign-in in two tabs and replaces the session when another person signs in', async () => {
  const context = await browser.newContext();
  const [first, second] = await Promise.all([context.newPage(), context.newPage()]);
  for (const page of [first, second]) await page.goto(`${service.baseUrl}/console/sign-in`);
  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Olivia Owner' }).click();
    await landed(page);
    expect(await read(page, '/v1/me')).toMatchObject({ body: { member: { role: 'owner' } } });
  }
  const [before] = await context.cookies(service.baseUrl);
  // Start from a service page, so that the browser sends the session cookie.
  await first.goto(`${service.baseUrl}/docs`);
  await first.evaluate("location.assign('/console/sign-in?prompt=login')");
  await first.getByRole('button', { name: 'Vera Viewer' }).click();
  await landed(first);
  expect(await read(first, '/v1/me')).toMatchObject({ body: { member: { role: 'viewer' } } });
  const old = await fetch(`${service.baseUrl}/v1/me`, {
    headers: { cookie: `${before!.name}=${before!.value}` },
  });
  expect(old.status).toBe(401);
  await context.close();
});

it('tells people that they have no invitation and lets them switch accounts', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${service.baseUrl}/console/sign-in`);
  await page.getByLabel('Another address').fill('Stranger@example.com');
  await page.getByRole('button', { name: 'Sign in with this address' }).click();
  await page.getByRole('heading', { name: 'You don’t have access yet' }).waitFor();
  expect(await page.textContent('main')).toContain('stranger@example.com');
  await page.getByRole('link', { name: 'Sign in as someone else' }).click();
  await page.getByRole('button', { name: 'Olivia Owner' }).click();
  await landed(page);
  expect(await read(page, '/v1/me')).toMatchObject({ body: { member: { role: 'owner' } } });
  await context.close();
});
