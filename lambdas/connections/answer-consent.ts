/**
 * `POST /oauth/authorize`: receives a member's decision about authorizing an app and redirects the browser to
 * the app.
 */
import { oauthForm } from './oauth/oauth-request.ts';
import { actorOf, canSeeForm } from '../core/caller.ts';
import { isClientDocumentUrl } from '../core/web/client-document-url.ts';
import { isProblem } from '../core/errors/errors.ts';
import { newConnectionId } from '../core/ids.ts';
import { mapInParallel } from '../core/map-in-parallel.ts';
import { assertOwnOrigin } from '../auth/authenticate.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import { logSubjectOf } from '../auth/logged-callers.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { answerConsent as operation } from './oauth/oauth-operations.ts';
import { redirectTo } from '../sign-in/sign-in-pages.ts';
import { newAuthorizationCode } from './authorization-code.ts';
import {
  answerAddress,
  authorizePath,
  checkAuthorizeRequest,
  chosenForms,
  MAX_CHOICES,
  type AuthorizeQuery,
  type ClientApp,
} from './authorize-request.ts';
import {
  answerDeps,
  clientApp,
  consentRequestFor,
  NOTHING_TO_ALLOW,
  sessionOf,
  type AnswerDeps,
  type ConsentPrompt,
} from './consent-deps.ts';
import { consentErrorPage, consentFormat } from './consent-pages.ts';
import { isConsentToken } from './consent-token.ts';

type Request = HttpRequest<typeof operation>;

/** Maximum number of forms to read in parallel. */
const CONCURRENCY = 10;

/** Maximum size of the consent page's form with the longest request and all forms chosen, in bytes. */
const MAX_FORM_BYTES = 32 * 1024;

/**
 * Stores the member's consent, an authorization code and an audit log row. Repeats all checks, because the
 * app, the session and the member's role might have changed while the consent page was open.
 */
export function answerConsent(deps: AnswerDeps) {
  const { baseUrl, now, random, codes, forms, auditLog } = deps;
  return async (request: Request): Promise<HttpResponse> => {
    const { event } = request;
    const { headers } = event;
    assertOwnOrigin({ method: 'POST', origin: headers['origin'] }, new URL(baseUrl).origin);
    const form = await sentForm(event);
    if (!form) return consentErrorPage(headers, 'too-old');
    const { decision, token, client_id, redirect_uri, scope, state, resource, code_challenge } = form;
    const sent = { client_id, redirect_uri, scope, state, resource, code_challenge };
    const query: AuthorizeQuery = { ...sent, response_type: 'code', code_challenge_method: 'S256' };
    const session = await sessionOf(event, deps);
    // Don't load the app's document without a session, so that strangers can't make the service send
    // requests.
    if (!session && isClientDocumentUrl(client_id))
      return consentErrorPage(headers, 'too-old', authorizePath(query));
    const app = await clientApp(client_id, session, deps);
    const outcome = checkAuthorizeRequest(query, app, baseUrl);
    if (!app || outcome.kind !== 'ask')
      return consentErrorPage(headers, outcome.kind === 'page' ? outcome.reason : 'too-old');
    if (!session) return consentErrorPage(headers, 'too-old', authorizePath(query));
    request.logWith(logSubjectOf(session.principal));
    // The token is valid for exactly the scopes that the consent page showed. If the member's role no longer
    // includes some of them, the consent leaves them out.
    if (!isConsentToken(token, session.cookie, outcome.request, now()))
      return consentErrorPage(headers, 'too-old', authorizePath(query));
    const answerTo = (answer: Parameters<typeof answerAddress>[2]): HttpResponse => ({
      ...redirectTo(answerAddress(outcome.request, baseUrl, answer)),
      // Use 303 so that the browser doesn't forward the form data to the app (RFC 9700, section 4.12).
      status: 303,
    });
    if (decision === 'deny')
      return answerTo({ error: 'access_denied', error_description: 'The user denied the request.' });
    const found = consentRequestFor(session, app, outcome.request);
    if (found === 'nothing-to-allow') return answerTo(NOTHING_TO_ALLOW);
    if (typeof found === 'string') return consentErrorPage(headers, found, authorizePath(query));
    const chosen = chosenForms(form);
    if (chosen?.length === 0) return consentErrorPage(headers, 'no-forms', authorizePath(query));
    // While the consent page was open, a form may have been deleted, or the member may have lost access to
    // it.
    if (chosen && !(await areVisible(chosen, found.member)))
      return consentErrorPage(headers, 'too-old', authorizePath(query));
    return answerTo({ code: await allow(request, app, found, chosen) });
  };

  /**
   * Returns true if these aren't more forms than the page can offer, and the member can access all of them.
   */
  async function areVisible(formIds: readonly string[], member: ConsentPrompt['member']): Promise<boolean> {
    if (formIds.length > MAX_CHOICES || !formIds.every((id) => canSeeForm(member, id))) return false;
    const found = await mapInParallel(formIds, CONCURRENCY, (id) => forms.find(member.account_id, id));
    return found.every((form) => form !== undefined);
  }

  /**
   * Stores the consent.
   * @param form_ids the forms that the member chose; undefined for all forms
   * @returns the authorization code
   */
  async function allow(
    { event, logWith }: Request,
    app: ClientApp,
    { member, asked }: ConsentPrompt,
    form_ids: string[] | undefined,
  ): Promise<string> {
    const at = now();
    const { account_id, member_id } = member;
    const connection_id = newConnectionId(account_id, at, random);
    const { client_id, name: app_name } = app;
    const { resource } = asked;
    const subject = { account_id, connection_id, member_id, client_id, app_name };
    const consent = {
      ...subject,
      scopes: [...asked.scopes],
      ...(form_ids && { form_ids }),
      ...(resource !== undefined && { resource }),
    };
    const { code, stored } = newAuthorizationCode(consent, asked, at, random);
    const { requestId: request_id, http } = event.requestContext;
    const source = { account_id, actor: actorOf(member), request_id, ip: http.sourceIp };
    const change = {
      action: operation.name,
      target: { type: 'connection', id: connection_id, name: app_name },
    } as const;
    await codes.store(stored, auditLog.rowOf(source, change));
    logWith({ connection_id, client_id });
    return code;
  }
}

/** Parses the consent page's form. Returns undefined if the request contains anything else. */
async function sentForm(event: Request['event']) {
  try {
    return await oauthForm(event, operation.form(), MAX_FORM_BYTES);
  } catch (error) {
    if (!isProblem(error)) throw error;
    return undefined;
  }
}

const deps = answerDeps();

export const handler = httpHandler(
  operation,
  { baseUrl: deps.baseUrl, format: consentFormat(deps.baseUrl) },
  answerConsent(deps),
);
