/** The function of the service's own documentation. */
import { handler as getHome } from '../documentation/get-home.ts';
import { handler as getOpenapi } from '../documentation/get-openapi.ts';
import { handler as getDocs } from '../documentation/get-docs.ts';
import { handler as getProblemType } from '../documentation/get-problem-type.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'documentation'>({ getHome, getOpenapi, getDocs, getProblemType });
