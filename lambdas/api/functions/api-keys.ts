/** Lambda function for the API key operations. */
import { handler as createApiKey } from '../../auth/create-api-key.ts';
import { handler as listApiKeys } from '../../auth/list-api-keys.ts';
import { handler as revokeApiKey } from '../../auth/revoke-api-key.ts';
import { handler as rollApiKey } from '../../auth/roll-api-key.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'apiKeys'>({ createApiKey, listApiKeys, rollApiKey, revokeApiKey });
