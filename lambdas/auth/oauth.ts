/** The requests and responses of the OAuth 2.0 endpoints: client credentials only, where a client is an API key. */
import * as z from 'zod';
import { oauthErrors } from '../core/errors.ts';
import { scopes } from './scope.ts';

const client = {
  /** The id of an API key; sent here or in Basic credentials. */
  client_id: z.string().optional(),
  /** The whole key. */
  client_secret: z.string().optional(),
};

/** Form of `POST /oauth/token` (RFC 6749, section 4.4.2). */
export const tokenForm = z.object({
  ...client,
  grant_type: z.string(),
  /** Scopes separated by spaces; all scopes of the key when absent. */
  scope: z.string().optional(),
});

/** Form of `POST /oauth/revoke` (RFC 7009, section 2.1). With one kind of token the hint is ignored. */
export const revocationForm = z.object({
  ...client,
  token: z.string(),
  token_type_hint: z.string().optional(),
});

/** The response to `POST /oauth/token`, the only one that holds the token (RFC 6749, section 5.1). */
export const tokenView = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  scope: z.string(),
});
export type TokenView = z.infer<typeof tokenView>;

/** An error of the OAuth endpoints (RFC 6749, section 5.2). */
export const oauthErrorView = z.object({ error: z.enum(oauthErrors), error_description: z.string() });

/** The authorization server's metadata (RFC 8414, section 2). */
export const oauthMetadataView = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint: z.string(),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  scopes_supported: z.array(z.enum(scopes)),
});
export type OauthMetadataView = z.infer<typeof oauthMetadataView>;

/** @param baseUrl where clients reach the service; no slash at the end */
export function oauthMetadata(baseUrl: string): OauthMetadataView {
  const authMethods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer: baseUrl,
    token_endpoint: `${baseUrl}/oauth/token`,
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: authMethods,
    grant_types_supported: ['client_credentials'],
    // The RFC requires this member; without an authorization endpoint it is empty.
    response_types_supported: [],
    scopes_supported: [...scopes],
  };
}
