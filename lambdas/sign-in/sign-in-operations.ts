/**
 * Defines the operations for signing in through the stage's issuer. `operations.ts` lists all operations.
 */
import type { Operation } from '../http/operation.ts';
import { callbackQuery, signInQuery } from './sign-in-query.ts';

/** On success, these operations redirect the browser. On failure, they return an HTML page. */
const REDIRECT_HEADERS = ['location', 'referrer-policy', 'vary'] as const;

export const startSignIn = {
  name: 'startSignIn',
  folder: 'sign-in',
  tag: 'sign-in',
  method: 'GET',
  path: '/console/sign-in',
  access: 'public',
  scope: null,
  summary: 'Start signing in',
  description:
    'Redirects the browser to the issuer, using the OpenID Connect code flow with PKCE. A cookie stores the state of the sign-in for 15 minutes, separately for each tab. Stages without an issuer return 404.',
  query: () => signInQuery,
  success: {
    status: 302,
    when: 'The browser is redirected to the issuer.',
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
  summary: 'Finish signing in',
  description:
    "The service's redirect URI at the issuer. The response must belong to a sign-in that this browser started, and its ID token must be valid. The verified e-mail address must belong to a member, or to a person with an open invitation, who then becomes a member. Unknown parameters in the issuer's response are ignored.",
  query: () => callbackQuery,
  success: {
    status: 302,
    when: 'The person is signed in, and the browser is redirected to the console.',
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
  summary: 'Sign out of the issuer',
  description:
    "Redirects the browser to the issuer's logout page. Call it after `POST /v1/session/sign-out`, which ends the session here; otherwise the next sign-in needs only one click. The issuer then redirects the browser back to the console.",
  success: { status: 302, when: 'The browser is redirected to the issuer.', headers: REDIRECT_HEADERS },
  pages: true,
} as const satisfies Operation;
