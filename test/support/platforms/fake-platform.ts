/**
 * Simulates an automation platform on another site. It sends users to the authorization page, redeems the
 * authorization code with an OAuth library, creates a webhook with its access token, and waits for events.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'openid-client';

export interface FakePlatform {
  /** The platform's origin. Browsers treat it as a different site from the service. */
  readonly origin: string;
  readonly redirectUri: string;
  /** Sets the app that the platform uses to connect. */
  register(service: string, clientId: string, secret: string | undefined): Promise<void>;
  /** Returns the tokens that the platform got after the last authorization callback. */
  tokens(): oauth.TokenEndpointResponse & oauth.TokenEndpointResponseHelpers;
  readonly config: oauth.Configuration;
  stop(): Promise<void>;
}

const SCOPE = 'ingest read write';

export async function startFakePlatform(): Promise<FakePlatform> {
  let config: oauth.Configuration | undefined;
  let begun: { verifier: string; state: string } | undefined;
  let got: Awaited<ReturnType<typeof oauth.authorizationCodeGrant>> | undefined;
  const registered = (): oauth.Configuration => {
    if (!config) throw new Error('The platform has no app yet');
    return config;
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin());
    const page = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(`<h1>${text}</h1>`);
    if (url.pathname === '/') {
      page(200, 'Platform</h1><a href="/connect">Connect</a><h1>');
    } else if (url.pathname === '/connect') {
      void connect().then((location) => response.writeHead(302, { location: location.href }).end());
    } else if (url.pathname === '/callback') {
      callback(url).then(
        () => page(200, 'Connected'),
        (error: unknown) => page(200, `Not connected: ${errorOf(error)}`),
      );
    } else page(404, 'Nothing here');
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const origin = (): string => `http://localhost:${(server.address() as AddressInfo).port}`;
  const redirectUri = `${origin()}/callback`;

  async function connect(): Promise<URL> {
    const verifier = oauth.randomPKCECodeVerifier();
    begun = { verifier, state: oauth.randomState() };
    return oauth.buildAuthorizationUrl(registered(), {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state: begun.state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
  }

  async function callback(url: URL): Promise<void> {
    if (!begun) throw new Error('The authorization was not started');
    got = await oauth.authorizationCodeGrant(registered(), url, {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
    });
  }

  return {
    origin: origin(),
    redirectUri,
    async register(service, clientId, secret) {
      const authentication = secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret);
      config = await oauth.discovery(new URL(service), clientId, undefined, authentication, {
        algorithm: 'oauth2',
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is deprecated only as a warning, and http is only used on this machine
        execute: [oauth.allowInsecureRequests],
      });
    },
    tokens() {
      if (!got) throw new Error('The platform has no tokens yet');
      return got;
    },
    get config() {
      return registered();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const errorOf = (error: unknown): string =>
  error instanceof oauth.AuthorizationResponseError ? error.error : String(error);
