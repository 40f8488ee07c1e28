/**
 * Runs a local OpenID Connect issuer that behaves correctly unless a test makes it return incorrect data. It
 * follows the specifications and shares no code with the service.
 */
import {
  createHash,
  createHmac,
  createSign,
  generateKeyPairSync,
  randomUUID,
  type KeyObject,
} from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const CLIENT_ID = 'console';

type Claims = Record<string, unknown>;

/** Incorrect data that the issuer returns in one sign-in. By default, all data is correct. */
export interface Lies {
  /** Overrides claims in the ID token. Undefined removes a claim. */
  readonly claims?: Claims;
  /** Signature of the ID token. Defaults to a valid one. */
  readonly signature?: 'good' | 'foreign key' | 'none' | 'HS256' | 'tampered' | 'unknown key id';
  /** Replaces the token endpoint's response. */
  readonly token?: { readonly status: number; readonly body: unknown };
  readonly userInfo?: Claims;
}

export interface HostileIssuer {
  readonly url: string;
  /** Number of requests that the issuer received, keyed by path. */
  readonly calls: Map<string, number>;
  /** Overrides the discovery metadata. Takes effect on the next discovery request. */
  readonly metadata: Record<string, unknown>;
  /** Makes the client confidential: it must send this secret in the Authorization header. */
  requireSecret(secret: string): void;
  /** Makes every endpoint respond with this status. Use 200 to restore normal responses. */
  fail(status: number): void;
  /** Approves an authorization request. Returns the query parameters of the redirect to the service. */
  approve(authorizationUrl: string, lies?: Lies): Record<string, string>;
  stop(): Promise<void>;
}

interface Issued {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly nonce: string;
  readonly lies: Lies;
  readonly accessToken: string;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const now = (): number => Math.floor(Date.now() / 1000);

export async function startHostileIssuer(): Promise<HostileIssuer> {
  const ours = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, Issued>();
  const tokens = new Map<string, Issued>();
  const calls = new Map<string, number>();
  const metadata: Record<string, unknown> = {};
  let status = 200;
  let secret: string | undefined;

  const server = createServer((request, response) => {
    void answer(request).then(([code, body]) => {
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage): Promise<[number, unknown]> {
    const path = new URL(request.url ?? '/', url).pathname;
    calls.set(path, (calls.get(path) ?? 0) + 1);
    if (status !== 200) return [status, {}];
    if (path === '/.well-known/openid-configuration') return [200, { ...rightMetadata(), ...metadata }];
    if (path === '/keys') {
      return [200, { keys: [{ ...ours.publicKey.export({ format: 'jwk' }), kid: 'ours', use: 'sig' }] }];
    }
    if (path === '/token')
      return redeem(new URLSearchParams(await text(request)), request.headers.authorization);
    if (path === '/userinfo') {
      const token = (request.headers.authorization ?? '').replace('Bearer ', '');
      const issued = tokens.get(token);
      return issued ? [200, { sub: 'ann', ...issued.lies.userInfo }] : [401, {}];
    }
    return [404, {}];
  }

  const rightMetadata = (): Claims => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    jwks_uri: `${url}/keys`,
    end_session_endpoint: `${url}/logout?kept=yes`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    // Like some real issuers, lists algorithms that clients must not accept.
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  });

  /** Checks the client's authentication (RFC 6749, section 2.3.1, or none for a public client). */
  function isClient(form: URLSearchParams, authorization: string | undefined): boolean {
    if (form.has('client_secret')) return false;
    if (secret === undefined) return form.get('client_id') === CLIENT_ID && authorization === undefined;
    const [encoded] = new URLSearchParams({ [secret]: '' }).toString().split('=');
    const pair = `${CLIENT_ID}:${encoded ?? ''}`;
    return authorization === `Basic ${Buffer.from(pair).toString('base64')}`;
  }

  function redeem(form: URLSearchParams, authorization: string | undefined): [number, unknown] {
    const code = form.get('code') ?? '';
    const issued = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!issued || issued.challenge !== challenge || issued.redirectUri !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    if (!isClient(form, authorization)) return [401, { error: 'invalid_client' }];
    tokens.set(issued.accessToken, issued);
    if (issued.lies.token) return [issued.lies.token.status, issued.lies.token.body];
    return [
      200,
      { access_token: issued.accessToken, token_type: 'Bearer', expires_in: 60, id_token: idToken(issued) },
    ];
  }

  function idToken({ nonce, lies: { claims = {}, signature = 'good' } }: Issued): string {
    const all = {
      iss: url,
      sub: 'ann',
      aud: CLIENT_ID,
      nonce,
      iat: now(),
      exp: now() + 60,
      email: 'ann@example.com',
      email_verified: true,
      ...claims,
    };
    const alg = signature === 'none' || signature === 'HS256' ? signature : 'RS256';
    const kid = signature === 'unknown key id' ? 'another' : 'ours';
    const signed = `${encode({ alg, kid, typ: 'JWT' })}.${encode(all)}`;
    if (signature === 'none') return `${signed}.`;
    // Simulates an algorithm confusion attack, which uses the public key as an HMAC secret.
    const secret = ours.publicKey.export({ format: 'pem', type: 'spki' });
    if (signature === 'HS256')
      return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
    const key: KeyObject = signature === 'foreign key' ? foreign.privateKey : ours.privateKey;
    const made = `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
    if (signature !== 'tampered') return made;
    const [head = '', , tail = ''] = made.split('.');
    return `${head}.${encode({ ...all, email: 'owner@example.com' })}.${tail}`;
  }

  return {
    url,
    calls,
    metadata,
    requireSecret(required) {
      secret = required;
    },
    fail(next) {
      status = next;
    },
    approve(authorizationUrl, lies = {}) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = randomUUID();
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
        nonce: asked.get('nonce') ?? '',
        lies,
        accessToken: randomUUID(),
      });
      return { code, state: asked.get('state') ?? '', iss: url };
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
