/**
 * Builds the responses for sign-ins: a redirect to the next URL, or a page that explains why the sign-in
 * failed.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Forbidden, NotFound, Unavailable, type ProblemError } from '../core/errors/errors.ts';
import { browserClientOf } from '../http/browser.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { pageResponse, type Page } from '../http/html-page.ts';
import { signInTexts } from '../i18n/sign-in/sign-in-catalogues.ts';
import { signInEn } from '../i18n/sign-in/sign-in-en.ts';
import type { SignInOutcome, SignInTexts } from '../i18n/sign-in/sign-in-texts.ts';
import { CONSOLE_PATH } from './return-target.ts';

/**
 * Redirects the browser with a status that isn't cached by default, because the URL contains data for a
 * single sign-in.
 */
export function redirectTo(location: string, cookies: readonly string[] = []): HttpResponse {
  return {
    status: 302,
    headers: { location, 'referrer-policy': 'no-referrer' },
    cookies,
  };
}

export interface OutcomeDetails {
  /** E-mail address that the user signed in with at the issuer. */
  readonly email?: string | undefined;
  /** Page that the user wanted to open. */
  readonly returnTo?: string | undefined;
}

/**
 * Builds the page for a failed sign-in, in the browser's language, with a link to continue.
 * @throws Forbidden, NotFound or Unavailable for programs, which can't use pages
 */
export function outcomePage(
  headers: APIGatewayProxyEventV2['headers'],
  outcome: SignInOutcome,
  { email, returnTo }: OutcomeDetails = {},
): HttpResponse {
  const browser = browserClientOf(headers);
  if (!browser) throw problemOf(outcome, email);
  const texts = signInTexts[browser.language];
  const { heading, paragraphs } = texts.outcomes[outcome];
  const address = email === undefined ? texts.unknownAddress : isolated(email);
  const page = pageResponse(STATUSES[outcome], {
    language: browser.language,
    tone: outcome === 'no-member' ? 'neutral' : 'bad',
    heading,
    paragraphs: paragraphs(address),
    link: continueLink(outcome, texts, returnTo),
    // During an outage, offer a link to sign in with an API key, which doesn't need the issuer.
    secondLink: outcome === 'unavailable' ? signInWithKeyLink(texts, returnTo) : undefined,
  });
  return outcome === 'unavailable' ? { ...page, headers: { ...page.headers, 'retry-after': '5' } } : page;
}

const STATUSES: Readonly<Record<SignInOutcome, number>> = {
  'not-completed': 403,
  cancelled: 403,
  'email-not-verified': 403,
  'no-member': 403,
  'invitation-expired': 403,
  unavailable: 503,
  'not-set-up': 404,
};

function problemOf(outcome: SignInOutcome, email = signInEn.unknownAddress): ProblemError {
  const text = signInEn.outcomes[outcome].paragraphs(email).join(' ');
  if (outcome === 'unavailable') return new Unavailable(text);
  return outcome === 'not-set-up' ? new NotFound(text) : new Forbidden(text);
}

/**
 * Builds the link to try again. If the issuer would sign in the same user again, the link makes the issuer
 * ask who the user is.
 */
function continueLink(
  outcome: SignInOutcome,
  texts: SignInTexts,
  returnTo = CONSOLE_PATH,
): NonNullable<Page['link']> {
  if (outcome === 'not-set-up') return signInWithKeyLink(texts, returnTo);
  const isSamePerson = outcome === 'not-completed' || outcome === 'unavailable';
  return {
    href: addressWith('sign-in', { ...(!isSamePerson && { prompt: 'login' }), ...targetOf(returnTo) }),
    text: isSamePerson || outcome === 'cancelled' ? texts.signInAgain : texts.signInAsAnother,
  };
}

function signInWithKeyLink(texts: SignInTexts, returnTo = CONSOLE_PATH): NonNullable<Page['link']> {
  return { href: addressWith('key', targetOf(returnTo)), text: texts.signInWithKey };
}

const targetOf = (returnTo: string): Readonly<Record<string, string>> =>
  returnTo === CONSOLE_PATH ? {} : { return_to: returnTo };

function addressWith(step: 'sign-in' | 'key', parameters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(parameters).toString();
  return `${CONSOLE_PATH}/${step}${query && '?'}${query}`;
}

/** Isolates an address's text direction from the surrounding sentence (Unicode's first strong isolate). */
const isolated = (address: string): string => `\u2068${address}\u2069`;
