/**
 * Builds the pages for authorizing an app in the browser's language: the consent page, a redirect page, and
 * pages that explain why a user can't give consent. The pages work without scripts and can't be embedded in
 * frames on other sites.
 */
import { consentTexts } from '../i18n/consent/consent-catalogues.ts';
import type { ConsentObstacle, ConsentTexts } from '../i18n/consent/consent-texts.ts';
import { isProblem } from '../core/errors/errors.ts';
import { browserFormat, readerOf } from '../http/browser.ts';
import { pageResponse, type Page } from '../http/html-page.ts';
import type { HttpResponse, ResponseFormat } from '../http/http-response.ts';
import { isolated } from '../http/visitor-failure.ts';
import { AUTHORIZE_PATH } from '../sign-in/return-target.ts';
import type { AccountForm } from '../auth/account-forms-store.ts';
import { MAX_CHOICES, type ClientApp } from './authorize-request.ts';
import type { GrantableRequest } from './consent-deps.ts';

type Headers = Parameters<typeof readerOf>[0];

/** The consent question shown to a user. */
export interface ConsentQuestion {
  readonly app: Pick<ClientApp, 'name' | 'logo_url' | 'isSelfDescribed'>;
  /** The request, restricted to the scopes that the user can grant. */
  readonly asked: GrantableRequest;
  readonly account: string;
  readonly email: string;
  /** The newest forms that the user can access, up to `MAX_CHOICES`. */
  readonly forms: readonly Pick<AccountForm, 'form_id' | 'name'>[];
  /** Path for signing in as a different user. */
  readonly signIn: string;
  readonly token: string;
}

/** Builds the consent question, with a button for each choice. */
export function consentPage(headers: Headers, question: ConsentQuestion): HttpResponse {
  const { app, asked, account, email, forms, signIn, token } = question;
  const { client_id, redirect_uri, state, resource, code_challenge, scopes } = asked;
  return page(headers, 200, (texts) => ({
    tone: 'neutral',
    heading: app.isSelfDescribed
      ? texts.headingWithoutName(isolated(account))
      : texts.heading(isolated(app.name), isolated(account)),
    paragraphs: [
      ...(app.isSelfDescribed ? [texts.saysItIs(isolated(app.name))] : []),
      texts.signedInAs(isolated(email)),
    ],
    facts: [
      { name: texts.may, values: mayDo(scopes, texts) },
      ...(forms.length === 0 ? [{ name: texts.forms, values: [texts.allForms] }] : []),
      { name: texts.leadsTo, values: [new URL(redirect_uri).host] },
    ],
    question: {
      action: AUTHORIZE_PATH,
      fields: {
        client_id,
        redirect_uri,
        code_challenge,
        token,
        ...(state !== undefined && { state }),
        ...(resource !== undefined && { resource }),
        scope: scopes.join(' '),
      },
      choice:
        forms.length === 0
          ? undefined
          : {
              legend: texts.forms,
              name: 'forms',
              all: { value: 'all', text: texts.allForms },
              some: { value: 'chosen', text: texts.chosenForms },
              boxes: forms.map(({ form_id, name }) => ({ name: form_id, value: form_id, text: name })),
              note: forms.length < MAX_CHOICES ? undefined : texts.newestForms(MAX_CHOICES),
            },
      answers: [
        { name: 'decision', value: 'allow', text: texts.allow },
        { name: 'decision', value: 'deny', text: texts.deny },
      ],
      leadsTo: targetsOf(redirect_uri),
    },
    note: texts.note,
    secondLink: { href: signIn, text: texts.signInAsAnother },
    brand: app.logo_url === undefined ? undefined : { name: '', logo_url: app.logo_url, color: null },
  }));
}

function mayDo(scopes: GrantableRequest['scopes'], texts: ConsentTexts): string[] {
  const receives = scopes.includes('read') && scopes.includes('write');
  return [...scopes.map((scope) => texts.scopes[scope]), ...(receives ? [texts.receive] : [])];
}

/**
 * Returns the `form-action` sources for a redirect URI. Allows all hosts, because browsers apply
 * `form-action` to every URL in a redirect chain, and the app might redirect the browser again.
 */
const targetsOf = (redirectUri: string): string[] =>
  redirectUri.startsWith('http:') ? ['https:', 'http:'] : ['https:'];

/** Builds a page that automatically redirects to this path. */
export function redirectPage(headers: Headers, path: string): HttpResponse {
  return page(headers, 200, ({ oneMoment: { heading, text, link } }) => ({
    tone: 'neutral',
    heading,
    paragraphs: [text],
    refresh: path,
    link: { href: path, text: link },
  }));
}

const STATUSES: Readonly<Record<ConsentObstacle, number>> = {
  'unknown-app': 400,
  'unreadable-app': 400,
  'wrong-redirect': 400,
  'invalid-request': 400,
  'not-signed-in': 401,
  'no-member': 403,
  'other-account': 403,
  'too-old': 403,
  'no-forms': 400,
};

const LINKS: Readonly<Partial<Record<ConsentObstacle, (texts: ConsentTexts) => string>>> = {
  'not-signed-in': ({ signIn }) => signIn,
  'no-member': ({ signInAsAnother }) => signInAsAnother,
  'other-account': ({ signInAsAnother }) => signInAsAnother,
  'too-old': ({ startAgain }) => startAgain,
  'no-forms': ({ startAgain }) => startAgain,
};

/**
 * Returns the response format of the consent pages. Shows an error page for an invalid query, because the
 * browser must not be redirected to a URL that hasn't been checked.
 */
export function consentFormat(baseUrl: string): ResponseFormat {
  const format = browserFormat(baseUrl);
  return {
    ...format,
    problem: (event, thrown) =>
      isProblem(thrown) && thrown.name === 'ValidationFailed'
        ? consentErrorPage(event.headers, 'invalid-request')
        : format.problem(event, thrown),
  };
}

/**
 * Builds a page that explains why the consent question isn't shown.
 * @param continueUrl path of a link on the page that lets the user continue
 */
export function consentErrorPage(
  headers: Headers,
  obstacle: ConsentObstacle,
  continueUrl?: string,
): HttpResponse {
  return page(headers, STATUSES[obstacle], (texts) => {
    const text = LINKS[obstacle]?.(texts);
    return {
      tone: 'bad',
      ...texts.obstacles[obstacle],
      link: continueUrl === undefined || text === undefined ? undefined : { href: continueUrl, text },
    };
  });
}

/** Builds a page in the style of the service's other pages. */
function page(
  headers: Headers,
  status: number,
  of: (texts: ConsentTexts) => Omit<Page, 'language'>,
): HttpResponse {
  const { language } = readerOf(headers);
  return pageResponse(status, { language, ...of(consentTexts[language]) }, { vary: 'accept-language' });
}
