/** `GET /console/sign-in`: redirects the browser to the issuer. */
import { browserFormat } from '../http/browser.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { startSignIn as operation } from './sign-in-operations.ts';
import { parseSession } from '../auth/sessions/session.ts';
import { sessionOfCookies } from '../auth/sessions/session-cookie.ts';
import { explanationOf, IssuerUnavailable } from './issuer-client.ts';
import { CONSOLE_PATH } from './return-target.ts';
import { issuerDeps, type StartDeps } from './sign-in-deps.ts';
import { outcomePage, redirectTo } from './sign-in-pages.ts';
import { newTransaction, transactionCookies } from './transaction.ts';

/** Starts a sign-in. Stores its data in a cookie until the browser returns. */
export function startSignIn({ baseUrl, issuer, now, random }: StartDeps) {
  return async ({ event, query, logWith }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    const { headers, cookies } = event;
    const returnTo = query.return_to ?? CONSOLE_PATH;
    // Redirect to the host in `baseUrl` first, because the cookie must be set on the host that the issuer
    // redirects the browser to.
    if (headers['host'] !== undefined && headers['host'] !== new URL(baseUrl).host) {
      const again = new URLSearchParams({ ...query }).toString();
      return redirectTo(`${baseUrl}${event.rawPath}${again && '?'}${again}`);
    }
    if (!issuer) return outcomePage(headers, 'not-set-up', { returnTo });
    const before = parseSession(sessionOfCookies(cookies, baseUrl) ?? '');
    const { account } = query;
    const started = newTransaction(
      { startedAt: now(), returnTo, ...(account && { account }), ...(before && { session: before }) },
      random,
    );
    try {
      const url = await issuer.authorizationUrl(started, { asAnother: query.prompt === 'login' });
      const target = { baseUrl, userAgent: headers['user-agent'] };
      return redirectTo(url.href, transactionCookies(started, cookies, target));
    } catch (error) {
      if (!(error instanceof IssuerUnavailable)) throw error;
      logWith({ sign_in: explanationOf(error) });
      return outcomePage(headers, 'unavailable', { returnTo });
    }
  };
}

const deps = issuerDeps();

export const handler = httpHandler(
  operation,
  { baseUrl: deps.baseUrl, format: browserFormat(deps.baseUrl) },
  startSignIn(deps),
);
