/** `GET /console/sign-out`: redirects the browser to the issuer's logout URL. */
import { browserFormat } from '../http/browser.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { signOutOfIssuer as operation } from './sign-in-operations.ts';
import { explanationOf, IssuerUnavailable } from './issuer-client.ts';
import { CONSOLE_PATH } from './return-target.ts';
import { issuerDeps, type IssuerDeps } from './sign-in-deps.ts';
import { outcomePage, redirectTo } from './sign-in-pages.ts';

/**
 * Redirects to the issuer's logout URL. If the stage has no issuer, or the issuer has no such URL, redirects
 * to the console.
 */
export function signOutOfIssuer({ baseUrl, issuer }: IssuerDeps) {
  const returnTo = `${baseUrl}${CONSOLE_PATH}`;
  return async ({ event, logWith }: HttpRequest<typeof operation>): Promise<HttpResponse> => {
    try {
      const url = await issuer?.endSessionUrl(returnTo);
      return redirectTo(url?.href ?? returnTo);
    } catch (error) {
      if (!(error instanceof IssuerUnavailable)) throw error;
      logWith({ sign_in: explanationOf(error) });
      return outcomePage(event.headers, 'unavailable');
    }
  };
}

const deps = issuerDeps();

export const handler = httpHandler(
  operation,
  { baseUrl: deps.baseUrl, format: browserFormat(deps.baseUrl) },
  signOutOfIssuer(deps),
);
