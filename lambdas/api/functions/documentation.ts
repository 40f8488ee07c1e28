/** The function of the documentation and the OpenAPI document, whose bundles are large. */
import { handler as getOpenapi } from '../documentation/get-openapi.ts';
import { handler as getDocs } from '../documentation/get-docs.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'documentation'>({ getOpenapi, getDocs });
