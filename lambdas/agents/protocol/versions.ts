/** Lists the versions of the Model Context Protocol that the endpoint supports. */

/** The stateless version. Its requests carry their version in headers and in `_meta`. */
export const MODERN_VERSION = '2026-07-28';

/** Versions that start with an `initialize` request, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** All versions, newest first. */
export const VERSIONS: readonly string[] = [MODERN_VERSION, ...LEGACY_VERSIONS];

/** Names of the `_meta` members in stateless requests and their results. */
export const META = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  client: 'io.modelcontextprotocol/clientInfo',
  server: 'io.modelcontextprotocol/serverInfo',
} as const;
