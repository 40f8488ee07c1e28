/** `GET /console/callback`: handles the issuer's redirect and starts the browser's session. */
import type { AuditPut } from '../core/audit-row.ts';
import { browserFormat } from '../http/browser.ts';
import { httpHandler, type HttpRequest } from '../http/http-handler.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { SignInOutcome } from '../i18n/sign-in/sign-in-texts.ts';
import { finishSignIn as operation } from './sign-in-operations.ts';
import type { Member } from '../auth/member.ts';
import { parseSession } from '../auth/sessions/session.ts';
import { sessionCookie, sessionOfCookies } from '../auth/sessions/session-cookie.ts';
import { personOf, type SignedInPerson } from './issuer-claims.ts';
import { explanationOf, IssuerUnavailable, SignInRefused } from './issuer-client.ts';
import { finishDeps, type FinishDeps } from './sign-in-deps.ts';
import { outcomePage, redirectTo } from './sign-in-pages.ts';
import { endedTransactionCookie, transactionOf, type Transaction } from './transaction.ts';

type Request = HttpRequest<typeof operation>;

interface Refusal {
  readonly outcome: SignInOutcome;
  readonly email?: string | undefined;
  /** Details for the log. */
  readonly reason?: string;
}

/**
 * Completes a sign-in. The browser doesn't send the new session cookie when it follows the redirect, because
 * another site started the navigation. The page that the browser opens works without the cookie.
 */
export function finishSignIn(deps: FinishDeps) {
  const { baseUrl, now, random, sessions } = deps;

  return async (request: Request): Promise<HttpResponse> => {
    const { event, query, logWith, runInBackground } = request;
    const { headers, cookies } = event;
    const { state = '' } = query;
    const target = { baseUrl, userAgent: headers['user-agent'] };
    const transaction = transactionOf(state, cookies, baseUrl, now());
    if (!transaction) return outcomePage(headers, deps.issuer ? 'not-completed' : 'not-set-up');

    const rowOf = auditRows(event, deps);
    const member = await signIn(event.rawQueryString, transaction, deps, rowOf);
    if ('outcome' in member) {
      const { outcome, email, reason = outcome } = member;
      logWith({ sign_in: reason });
      const page = outcomePage(headers, outcome, { email, returnTo: transaction.returnTo });
      // Keep the cookie during an outage, so that the user can complete the sign-in later by reloading the
      // page.
      return outcome === 'unavailable' ? page : { ...page, cookies: [endedTransactionCookie(state, target)] };
    }
    const { account_id, member_id } = member;
    logWith({ account_id, member_id });
    const cookie = await sessions.createSession(member, now(), random, rowOf(operation.name, member));
    // The new session replaces the browser's previous one. Its session is also stored in the sign-in's
    // cookie, because the browser only sends the session cookie if the issuer and the service are on the same
    // site.
    const before = [transaction.session, parseSession(sessionOfCookies(cookies, baseUrl) ?? '')];
    for (const reference of before) if (reference) runInBackground(sessions.end(reference));
    return redirectTo(`${baseUrl}${transaction.returnTo}`, [
      sessionCookie(cookie, target),
      endedTransactionCookie(state, target),
    ]);
  };
}

/** Returns the member who signed in, or the reason why the sign-in failed. */
async function signIn(
  query: string,
  transaction: Transaction,
  { issuer, identities, now }: FinishDeps,
  rowOf: ReturnType<typeof auditRows>,
): Promise<Member | Refusal> {
  if (!issuer) return { outcome: 'not-set-up' };
  try {
    const { token, userInfo } = await issuer.redeem(query, transaction);
    const person = personOf(token, userInfo, issuer.rules, now());
    if (person === 'token-refused') return { outcome: 'not-completed', reason: person };
    if (person === 'email-not-verified') return { outcome: person, email: token.email ?? userInfo?.email };
    return await memberOf(person, transaction.account, identities, now(), rowOf);
  } catch (error) {
    if (error instanceof IssuerUnavailable) return { outcome: 'unavailable', reason: explanationOf(error) };
    if (!(error instanceof SignInRefused)) throw error;
    return { outcome: error.isByIssuer ? 'cancelled' : 'not-completed', reason: explanationOf(error) };
  }
}

/**
 * Accepts the invitations for the user's e-mail address and returns the user's membership. If the user has
 * several accounts, uses the requested account or the most recently used one, so that a new invitation can't
 * divert users to another account.
 */
async function memberOf(
  { email, ...identity }: SignedInPerson,
  account: string | undefined,
  identities: FinishDeps['identities'],
  at: number,
  rowOf: ReturnType<typeof auditRows>,
): Promise<Member | Refusal> {
  const accepted =
    email === undefined
      ? undefined
      : await identities.bindIdentity({ ...identity, email }, at, (joined) =>
          rowOf('acceptInvitation', joined),
        );
  const member = await identities.memberOfIdentity(identity, account);
  if (member) return member;
  const isExpired = accepted !== undefined && accepted.expired.length > 0;
  return { outcome: isExpired ? 'invitation-expired' : 'no-member', email };
}

/** Creates audit log rows for the changes that a sign-in makes to an account. */
function auditRows(event: Request['event'], { auditLog }: Pick<FinishDeps, 'auditLog'>) {
  const { requestId, http } = event.requestContext;
  return (action: string, { account_id, member_id, name, email }: Member): AuditPut => {
    const named = { type: 'member', id: member_id, name: name ?? email } as const;
    const source = { account_id, actor: named, request_id: requestId, ip: http.sourceIp };
    return auditLog.rowOf(source, { action, target: named });
  };
}

const deps = finishDeps();

export const handler = httpHandler(
  operation,
  { baseUrl: deps.baseUrl, format: browserFormat(deps.baseUrl) },
  finishSignIn(deps),
);
