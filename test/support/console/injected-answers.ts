/** Replaces the service's responses to test how the console handles them. */
import type { Page, Request, Route } from 'playwright-core';

/** Request id in every injected response. */
export const REQUEST_ID = 'req_injected';
/** Marks developer-facing text in injected responses. No screen may show this text. */
const RAW = 'RAW-SENTENCE';

export interface Injected {
  readonly status: number;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly retryAfter?: number;
  /** Response body to send instead of the problem document. */
  readonly body?: object;
}

export interface Injection {
  /** Response to matching requests. If undefined, these requests reach the service. */
  answer: Injected | undefined;
  /** Holds matching requests until `release` is called. */
  hold(): void;
  release(): void;
  /** Requests that matched, in order. */
  readonly requests: readonly Request[];
}

/** Intercepts those of the page's requests that `isChosen` selects. */
export async function inject(page: Page, isChosen: (request: Request) => boolean): Promise<Injection> {
  const requests: Request[] = [];
  let held: Promise<void> | undefined;
  let letGo: () => void = () => undefined;
  const injection: Injection = {
    answer: undefined,
    requests,
    hold() {
      held = new Promise((resolve) => {
        letGo = resolve;
      });
    },
    release() {
      held = undefined;
      letGo();
    },
  };
  await page.route('**/v1/**', async (route) => {
    if (!isChosen(route.request())) return route.fallback();
    requests.push(route.request());
    await held;
    return injection.answer ? fulfil(route, injection.answer) : route.fallback();
  });
  return injection;
}

async function fulfil(
  route: Route,
  { status, detail = RAW, errors, retryAfter, body }: Injected,
): Promise<void> {
  const problem = { type: `https://x/problems/injected-${status}`, title: RAW, status, detail };
  await route
    .fulfill({
      status,
      contentType: 'application/problem+json',
      headers: {
        'x-request-id': REQUEST_ID,
        ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      },
      body: JSON.stringify(body ?? { ...problem, ...(errors && { errors }) }),
    })
    // Ignore the error if the page that sent the request is already closed.
    .catch(() => undefined);
}

/** Returns developer-facing text that is visible on the page. */
export async function rawTexts(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text.match(/RAW-SENTENCE|HTTP \d+|undefined|\[object|\w+Error\b|Failed to fetch/g) ?? [];
}

/**
 * Replaces the sign-in page with an immediate redirect back to the console. Returns the URLs of the requests
 * for the sign-in page.
 */
export async function signInAtOnce(page: Page): Promise<readonly string[]> {
  const addresses: string[] = [];
  await page.route('**/console/sign-in?*', (route) => {
    const back = new URL(route.request().url()).searchParams.get('return_to') ?? '';
    addresses.push(back);
    return route.fulfill({
      contentType: 'text/html',
      body: `<meta http-equiv="refresh" content="0;url=${back.replaceAll('&', '&amp;')}">`,
    });
  });
  return addresses;
}
