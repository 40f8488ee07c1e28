/** Signing people in at the stage's issuer. The table of all operations is `operations.ts`. */
import type { Operation } from '../http/operation.ts';
import { callbackQuery, signInQuery } from './sign-in-query.ts';

/** Each of them leads on; browsers get a page when something is in the way. */
const REDIRECT_HEADERS = ['cache-control', 'location', 'referrer-policy', 'vary'] as const;

export const startSignIn = {
  name: 'startSignIn',
  folder: 'sign-in',
  tag: 'sign-in',
  method: 'GET',
  path: '/console/sign-in',
  access: 'public',
  scope: null,
  summary: 'Send a browser to the issuer at which people sign in',
  description:
    'OpenID Connect with the code flow and PKCE. A cookie keeps for 15 minutes what the browser has to come back with; each tab has its own. A stage without an issuer answers 404.',
  query: () => signInQuery,
  success: {
    status: 302,
    when: 'The browser is sent to the issuer.',
    headers: [...REDIRECT_HEADERS, 'set-cookie'],
  },
  pages: true,
  problems: ['not-found'],
} as const satisfies Operation;

export const finishSignIn = {
  name: 'finishSignIn',
  folder: 'sign-in',
  tag: 'sign-in',
  method: 'GET',
  path: '/console/callback',
  access: 'public',
  scope: null,
  summary: 'Take a browser back from the issuer and give it a session',
  description:
    'The redirect URI of the service at the issuer. The response of the issuer has to belong to a sign-in that this browser began, and its id token to be good. Whoever it names becomes, by the verified e-mail address, the member that an invitation is waiting for, or is one already. Parameters of the response that are not known here are ignored.',
  query: () => callbackQuery,
  success: {
    status: 302,
    when: 'The person is signed in, and the browser is sent to the console.',
    headers: [...REDIRECT_HEADERS, 'set-cookie'],
  },
  pages: true,
  problems: ['forbidden', 'not-found'],
} as const satisfies Operation;

export const signOutOfIssuer = {
  name: 'signOutOfIssuer',
  folder: 'sign-in',
  tag: 'sign-in',
  method: 'GET',
  path: '/console/sign-out',
  access: 'public',
  scope: null,
  summary: 'Send a browser to where the issuer ends its own session',
  description:
    'The second step of signing out, after `POST /v1/session/sign-out` has ended the session here: without it the next sign-in needs no more than a click. The issuer leads the browser back to the console. It ends no session of the service.',
  success: { status: 302, when: 'The browser is sent to the issuer.', headers: REDIRECT_HEADERS },
  pages: true,
} as const satisfies Operation;
