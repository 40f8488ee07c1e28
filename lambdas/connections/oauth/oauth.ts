/**
 * Defines the requests and responses of the OAuth 2.0 endpoints. A client is an API key or an app that
 * members have authorized.
 */
import * as z from 'zod';
import { oauthErrors } from '../../core/errors/errors.ts';
import { mcpResource, mcpScopes } from '../../core/web/mcp-resource.ts';
import type { Scope } from '../../core/scope.ts';

const client = {
  /** Id of the API key or app, or the URL of the app's document. Can also be sent in Basic credentials. */
  client_id: z.string().optional(),
  /** The full API key, or the app's secret. Public apps have no secret. */
  client_secret: z.string().optional(),
};

/** Form of `POST /oauth/token` (RFC 6749, sections 4.1.3, 4.4.2 and 6; RFC 7636, section 4.5). */
export const tokenForm = z.object({
  ...client,
  /** `client_credentials` for keys, `authorization_code` and `refresh_token` for apps. */
  grant_type: z.string(),
  /** Space-separated scopes. Defaults to all scopes of the key or connection. Ignored if a code is sent. */
  scope: z.string().optional(),
  /**
   * URL of the resource that the access token is for: `{base_url}/mcp`, or absent for the API (RFC 8707). With
   * a code or refresh token, it defaults to the resource of the authorization request.
   */
  resource: z.string().optional(),
  /** For `authorization_code`: the code, the redirect URI it was sent to, and the code verifier. */
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
  /** With `refresh_token`. */
  refresh_token: z.string().optional(),
});
export type TokenForm = z.infer<typeof tokenForm>;

/**
 * Form of `POST /oauth/revoke` (RFC 7009, section 2.1). The token type hint is ignored, because a token's
 * format shows its type.
 */
export const revocationForm = z.object({
  ...client,
  token: z.string(),
  token_type_hint: z.string().optional(),
});

/** Response of `POST /oauth/token`. No other response contains the token (RFC 6749, section 5.1). */
export const tokenView = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  scope: z.string(),
  /** The connection's new refresh token, which replaces the previous one. */
  refresh_token: z.string().optional(),
});
export type TokenView = z.infer<typeof tokenView>;

/** Error response of the OAuth endpoints (RFC 6749, section 5.2). */
export const oauthErrorView = z.object({ error: z.enum(oauthErrors), error_description: z.string() });

/** Scopes that clients can request from members. Excludes `admin`, which only keys and sessions can have. */
const supportedScopes = ['ingest', 'read', 'write'] as const satisfies Scope[];

/** The authorization server's metadata (RFC 8414, section 2). */
export const oauthMetadataView = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string(),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint: z.string(),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  response_modes_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean(),
  client_id_metadata_document_supported: z.boolean(),
  scopes_supported: z.array(z.enum(supportedScopes)),
});
export type OauthMetadataView = z.infer<typeof oauthMetadataView>;

/**
 * Returns the authorization server's metadata.
 * @param baseUrl base URL of the service, without a trailing slash
 * @param hasConsent true if the stage lets users sign in, so that they can authorize apps
 */
export function oauthMetadata(baseUrl: string, hasConsent = true): OauthMetadataView {
  const authMethods = ['client_secret_basic', 'client_secret_post', ...(hasConsent ? ['none'] : [])];
  return {
    issuer: baseUrl,
    ...(hasConsent && { authorization_endpoint: `${baseUrl}/oauth/authorize` }),
    token_endpoint: `${baseUrl}/oauth/token`,
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: authMethods,
    grant_types_supported: [
      'client_credentials',
      ...(hasConsent ? ['authorization_code', 'refresh_token'] : []),
    ],
    // RFC 8414 requires this property, so it's an empty list if there is no authorization endpoint.
    response_types_supported: hasConsent ? ['code'] : [],
    response_modes_supported: hasConsent ? ['query'] : [],
    code_challenge_methods_supported: hasConsent ? ['S256'] : [],
    authorization_response_iss_parameter_supported: hasConsent,
    client_id_metadata_document_supported: hasConsent,
    scopes_supported: [...supportedScopes],
  };
}

/** Metadata of the MCP endpoint (RFC 9728, section 2). */
export const protectedResourceView = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.enum(mcpScopes)),
  bearer_methods_supported: z.array(z.string()),
});
export type ProtectedResourceView = z.infer<typeof protectedResourceView>;

/**
 * Returns the MCP endpoint's metadata.
 * @param baseUrl base URL of the service, without a trailing slash
 */
export const protectedResource = (baseUrl: string): ProtectedResourceView => ({
  resource: mcpResource(baseUrl),
  authorization_servers: [baseUrl],
  scopes_supported: [...mcpScopes],
  bearer_methods_supported: ['header'],
});
