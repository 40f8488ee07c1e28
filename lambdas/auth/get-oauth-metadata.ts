import { oauthMetadata } from './oauth.ts';
import { readEnvironment } from '../environment.ts';
import { httpHandler } from '../http/http-handler.ts';
import { getOauthMetadata as operation } from '../operations.ts';

const { BASE_URL } = readEnvironment('BASE_URL');

/** Where OAuth clients find everything else (RFC 8414). */
export const handler = httpHandler(operation, { baseUrl: BASE_URL }, () => ({
  status: 200,
  headers: { 'cache-control': 'public, max-age=3600' },
  body: oauthMetadata(BASE_URL),
}));
