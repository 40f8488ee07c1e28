/**
 * Authenticates requests to the MCP endpoint and tells rejected clients where to get a token
 * (docs/specification.md, "Tokens for the MCP endpoint").
 */
import { accountStatusStore } from '../accounts/account-status-store.ts';
import type { DocumentClient } from '../aws/dynamodb.ts';
import { Forbidden, InsufficientScope, isProblem } from '../core/errors/errors.ts';
import { message } from '../core/errors/message.ts';
import { MCP_METADATA_PATH, mcpResource, mcpScopes } from '../core/web/mcp-resource.ts';
import { readEnvironment } from '../environment.ts';
import type { ResolveCaller } from '../http/http-handler.ts';
import { principalsOf } from './auth-deps.ts';
import { callerResolver, type CallerStores } from './resolve-caller.ts';

/**
 * Creates the function that authenticates requests to the MCP endpoint. It accepts a management key, or an
 * access token that is bound to `{base_url}/mcp` (RFC 8707), and ignores cookies. The principal's `scopes`
 * determine its permissions, and keys with any scopes are accepted.
 *
 * The function rejects with the same errors as the API: Unauthorized, InvalidToken (also for tokens that
 * aren't bound to the endpoint), Forbidden or InsufficientScope (for submission keys and their tokens), and
 * AccountSuspended. `mcpChallenge` returns the matching header.
 * @param stores `principals` must only accept tokens that are bound to the endpoint
 */
export function mcpCallerResolver(
  { principals, accounts }: Pick<CallerStores, 'principals' | 'accounts'>,
  baseUrl: string,
): ResolveCaller {
  const resolve = callerResolver({ access: 'management', scope: null }, { principals, accounts }, baseUrl);
  return async (event, runInBackground) => {
    const caller = await resolve(event, runInBackground);
    if ('key_type' in caller && caller.key_type === 'submission')
      throw caller.type === 'token'
        ? new InsufficientScope('read')
        : new Forbidden(message('management-key-needed'));
    return caller;
  };
}

/**
 * Creates `mcpCallerResolver` with the tables in the function's environment. The function needs the grant
 * `authenticateKey`.
 */
export function mcpCallersOf(db: DocumentClient): ResolveCaller {
  const { ACCOUNTS_TABLE, BASE_URL } = readEnvironment('ACCOUNTS_TABLE', 'BASE_URL');
  const principals = principalsOf(db, mcpResource(BASE_URL));
  return mcpCallerResolver({ principals, accounts: accountStatusStore(db, ACCOUNTS_TABLE) }, BASE_URL);
}

/**
 * Returns the `WWW-Authenticate` challenge for a rejected request to the MCP endpoint, or undefined if the
 * error isn't about the client's credentials (RFC 9728, section 5.1; RFC 6750, section 3). The challenge
 * always lists all scopes that the endpoint uses, because some clients only request authorization once.
 */
export function mcpChallenge(thrown: unknown, baseUrl: string): string | undefined {
  if (!isProblem(thrown)) return undefined;
  const isScopeMissing = thrown.name === 'InsufficientScope';
  if (thrown.slug !== 'unauthorized' && !isScopeMissing) return undefined;
  const error = isScopeMissing ? 'insufficient_scope' : 'invalid_token';
  const parameters = {
    ...((isScopeMissing || thrown.name === 'InvalidToken') && { error }),
    resource_metadata: `${baseUrl}${MCP_METADATA_PATH}`,
    scope: mcpScopes.join(' '),
  };
  return `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;
}
