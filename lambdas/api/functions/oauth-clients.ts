/** Lambda function for the OAuth client operations. */
import { handler as createOauthClient } from '../../apps/create-oauth-client.ts';
import { handler as listOauthClients } from '../../apps/list-oauth-clients.ts';
import { handler as getOauthClient } from '../../apps/get-oauth-client.ts';
import { handler as updateOauthClient } from '../../apps/update-oauth-client.ts';
import { handler as rotateOauthClientSecret } from '../../apps/rotate-oauth-client-secret.ts';
import { handler as deleteOauthClient } from '../../apps/delete-oauth-client.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'oauthClients'>({
  createOauthClient,
  listOauthClients,
  getOauthClient,
  updateOauthClient,
  rotateOauthClientSecret,
  deleteOauthClient,
});
