/**
 * Defines the MCP endpoint as an OAuth resource (RFC 8707; RFC 9728). Access tokens are either bound to this
 * resource or only valid for the rest of the API.
 */

/** Path of the MCP endpoint. */
export const MCP_PATH = '/mcp';

/** Path of the metadata that describes the MCP endpoint to OAuth clients (RFC 9728, section 3.1). */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;

/** Scopes that the MCP endpoint uses. Clients request all of them, and the member can grant fewer. */
export const mcpScopes = ['read', 'write'] as const;

/**
 * Returns the URL of the MCP endpoint. Tokens are bound to this exact string, which is compared character by
 * character.
 * @param baseUrl base URL of the service, without a trailing slash
 */
export const mcpResource = (baseUrl: string): string => `${baseUrl}${MCP_PATH}`;

/** Description of the OAuth error for any other resource. */
export const UNKNOWN_RESOURCE =
  'The resource is unknown. Send the resource exactly as written in /.well-known/oauth-protected-resource, or leave it out to use the API.';
