/** Lambda function for the API key operations. */
import { handler as createApiKey } from '../../auth/keys/create-api-key.ts';
import { handler as listApiKeys } from '../../auth/keys/list-api-keys.ts';
import { handler as revokeApiKey } from '../../auth/keys/revoke-api-key.ts';
import { handler as rollApiKey } from '../../auth/keys/roll-api-key.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'apiKeys'>({ createApiKey, listApiKeys, rollApiKey, revokeApiKey });
