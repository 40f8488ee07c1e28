/** Connects to a user's account using OAuth 2.0 with an authorization code and PKCE (RFC 6749, RFC 7636). */
import type { Authentication, Bundle, ZObject } from 'zapier-platform-core';
import { requiredTextOf } from './bundle-input.ts';
import { apiUrl, oauthClient } from './installation.ts';

/** The response of the service's token endpoint. A refresh token can be used only once. */
interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function requestTokens(z: ZObject, grant: Record<string, string | undefined>): Promise<Tokens> {
  const { data } = await z.request<Tokens>({
    url: apiUrl`/oauth/token`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: { ...grant, ...oauthClient() },
    removeMissingValuesFrom: { body: true },
  });
  return { access_token: data.access_token, refresh_token: data.refresh_token };
}

const getAccessToken = (z: ZObject, bundle: Bundle): Promise<Tokens> =>
  requestTokens(z, {
    grant_type: 'authorization_code',
    code: requiredTextOf(bundle, 'code'),
    redirect_uri: requiredTextOf(bundle, 'redirect_uri'),
    code_verifier: requiredTextOf(bundle, 'code_verifier'),
  });

const refreshAccessToken = (z: ZObject, { authData }: Bundle): Promise<Tokens> =>
  requestTokens(z, { grant_type: 'refresh_token', refresh_token: authData['refresh_token'] });

interface Me {
  readonly name: string;
  readonly account: { readonly name: string };
  /** The member who created the connection. */
  readonly member?: { readonly email: string };
}

async function testConnection(z: ZObject): Promise<Me> {
  const { data } = await z.request<Me>(apiUrl`/v1/me`);
  return data;
}

/**
 * Returns the connection's label from the result of `testConnection`, which the platform passes as input.
 */
function labelOf(_z: ZObject, { inputData }: Bundle): Promise<string> {
  const { name, account, member } = inputData as unknown as Me;
  return Promise.resolve(`${account.name} (${member?.email ?? name})`);
}

export const connection: Authentication = {
  type: 'oauth2',
  oauth2Config: {
    authorizeUrl: {
      method: 'GET',
      url: '{{process.env.BASE_URL}}/oauth/authorize',
      params: {
        response_type: 'code',
        client_id: '{{process.env.CLIENT_ID}}',
        redirect_uri: '{{bundle.inputData.redirect_uri}}',
        state: '{{bundle.inputData.state}}',
      },
    },
    getAccessToken,
    refreshAccessToken,
    autoRefresh: true,
    enablePkce: true,
    scope: 'read write ingest',
  },
  fields: [],
  test: testConnection,
  connectionLabel: labelOf,
};
