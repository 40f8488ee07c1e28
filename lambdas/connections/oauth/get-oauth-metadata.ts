/** `GET /.well-known/oauth-authorization-server`: describes the OAuth endpoints to clients (RFC 8414). */
import { oauthMetadata } from './oauth.ts';
import { readEnvironment } from '../../environment.ts';
import { httpHandler } from '../../http/http-handler.ts';
import { getOauthMetadata as operation } from './oauth-operations.ts';

const { BASE_URL, CONSOLE_ENABLED } = readEnvironment('BASE_URL', 'CONSOLE_ENABLED');

/** The metadata only changes when the service is deployed, so clients may cache it for an hour. */
export const handler = httpHandler(operation, { baseUrl: BASE_URL }, () => ({
  status: 200,
  headers: { 'cache-control': 'public, max-age=3600' },
  body: oauthMetadata(BASE_URL, CONSOLE_ENABLED),
}));
