/**
 * Creates the local issuer's OpenID Connect provider. It is imported on the first request, because importing
 * it takes a while.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DatabaseSync } from 'node:sqlite';
import Provider from 'oidc-provider';
import * as z from 'zod';
import { demoPeople } from '../../cli/demo-people.ts';
import { messageOf } from '../runner-error.ts';
import { errorPage, peoplePage, signedOutPage, signOutPage } from './issuer-pages.ts';
import { issuerAdapter, storedSetting } from './issuer-records.ts';

const MINUTE = 60;
const DAY = 86_400;
const INTERACTION = /^\/people\/([\w-]+)$/;

export interface IssuerOptions {
  readonly journal: DatabaseSync;
  readonly clientId: string;
  readonly serviceUrl: string;
  readonly onError: (message: string) => void;
}

const keySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });
const choice = z.object({ email: z.email().max(254) });

/**
 * Returns a request listener for an issuer. Its only client is the service, which is a public client. Anyone
 * can sign in: the chosen address becomes the user's subject and verified e-mail address.
 */
export function issuerListener(issuer: string, options: IssuerOptions): RequestListener {
  const { journal, clientId, serviceUrl, onError } = options;
  const provider: Provider = new Provider(issuer, {
    adapter: issuerAdapter(journal),
    jwks: keySet.parse(storedSetting(journal, 'jwks', newKeySet)),
    cookies: {
      keys: z
        .array(z.string())
        .parse(storedSetting(journal, 'cookie_keys', () => [randomBytes(32).toString('base64url')])),
    },
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: [`${serviceUrl}/console/callback`],
        post_logout_redirect_uris: [`${serviceUrl}/console`],
      },
    ],
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, name: nameOf(email) }),
    }),
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'name'] },
    scopes: ['openid', 'email'],
    // Includes the e-mail address in the ID token, as Cognito does.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/people/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = signOutPage(form);
        },
        postLogoutSuccessSource: (context) => {
          context.body = signedOutPage();
        },
      },
    },
    ttl: {
      AccessToken: 5 * MINUTE,
      AuthorizationCode: MINUTE,
      Grant: 14 * DAY,
      IdToken: 5 * MINUTE,
      Interaction: 60 * MINUTE,
      Session: 14 * DAY,
    },
    // Creates the grant that a consent page would create, because users aren't asked for consent. Reuses the
    // session's grant, because two tabs may sign in at the same time, and the provider rejects codes from a
    // different grant.
    loadExistingGrant: async ({ oidc: { session, client } }) => {
      const grantId = session?.grantIdFor(clientId);
      const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
      if (known && known.accountId === session?.accountId) return known;
      const grant = new provider.Grant({
        accountId: session?.accountId ?? '',
        clientId: client?.clientId ?? '',
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    renderError: (context, { error, error_description = error }) => {
      context.type = 'html';
      context.body = errorPage(error_description);
    },
  });
  provider.on('server_error', (_context, error) => onError(`issuer: ${messageOf(error)}`));

  const serve = provider.callback();
  return (request, response) => {
    if (!INTERACTION.test(request.url ?? '')) {
      void serve(request, response);
      return;
    }
    interact(provider, request, response).catch((error: unknown) => {
      response.writeHead(400, { 'content-type': 'text/html; charset=utf-8' });
      response.end(errorPage(messageOf(error)));
    });
  };
}

/**
 * Shows the available users and signs in the chosen one. The provider's own cookie identifies the sign-in in
 * progress.
 */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    const { uid } = await provider.interactionDetails(request, response);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(peoplePage(`/people/${uid}`));
    return;
  }
  const { email } = choice.parse(Object.fromEntries(new URLSearchParams(await text(request))));
  await provider.interactionFinished(
    request,
    response,
    { login: { accountId: email.toLowerCase() } },
    { mergeWithLastSubmission: false },
  );
}

/** Returns the name of a user who isn't a demo user, which is the part of the address before the @. */
const nameOf = (email: string): string =>
  demoPeople.find((person) => person.email === email)?.name ?? email.split('@')[0] ?? email;

function newKeySet(): unknown {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('base64url');
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid }] };
}
