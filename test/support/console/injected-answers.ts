/** Answers in the service's place, to see what the console makes of them. */
import type { Page, Request, Route } from 'playwright-core';

/** The id that every injected answer names as its request. */
export const REQUEST_ID = 'req_injected';
/** Stands in sentences that are for developers: no screen shows it. */
const RAW = 'RAW-SENTENCE';

export interface Injected {
  readonly status: number;
  readonly detail?: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly retryAfter?: number;
  /** In place of a problem document. */
  readonly body?: object;
}

export interface Injection {
  /** From now on every chosen request gets this; undefined lets them pass. */
  answer: Injected | undefined;
  /** From now on every chosen request waits, until `release`. */
  hold(): void;
  release(): void;
  /** The chosen requests so far. */
  readonly requests: readonly Request[];
}

/** Stands between the page and the service for the requests that `isChosen` chooses. */
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
    // The page that asked is gone by now.
    .catch(() => undefined);
}

/** What is on screen that is for developers, and no word of the console's own. */
export async function rawTexts(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text.match(/RAW-SENTENCE|HTTP \d+|undefined|\[object|\w+Error\b|Failed to fetch/g) ?? [];
}

/** Plays the page of signing in, which leads back to where one was at once. Gives the addresses that led to it. */
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
