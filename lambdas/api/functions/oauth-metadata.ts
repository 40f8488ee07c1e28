/** Lambda function for the metadata of the OAuth server and of the MCP endpoint. */
import { handler as getOauthMetadata } from '../../connections/oauth/get-oauth-metadata.ts';
import { handler as getProtectedResource } from '../../connections/oauth/get-protected-resource.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'oauthMetadata'>({ getOauthMetadata, getProtectedResource });
