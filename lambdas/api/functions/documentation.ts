/** Lambda function that serves the documentation and the OpenAPI document, which both need large bundles. */
import { handler as getOpenapi } from '../documentation/get-openapi.ts';
import { handler as getDocs } from '../documentation/get-docs.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'documentation'>({ getOpenapi, getDocs });
