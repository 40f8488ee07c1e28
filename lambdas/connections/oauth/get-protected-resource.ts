/** `GET /.well-known/oauth-protected-resource`: describes the MCP endpoint to OAuth clients (RFC 9728). */
import { protectedResource } from './oauth.ts';
import { readEnvironment } from '../../environment.ts';
import { httpHandler } from '../../http/http-handler.ts';
import { getProtectedResource as operation } from './oauth-operations.ts';

const { BASE_URL } = readEnvironment('BASE_URL');

/** The metadata only changes when the service is deployed, so clients may cache it for an hour. */
export const handler = httpHandler(operation, { baseUrl: BASE_URL }, () => ({
  status: 200,
  headers: { 'cache-control': 'public, max-age=3600' },
  body: protectedResource(BASE_URL),
}));
