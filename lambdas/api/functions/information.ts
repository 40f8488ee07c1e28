/** Lambda function for the service's home page and the problem types' pages. */
import { handler as getHome } from '../documentation/get-home.ts';
import { handler as getProblemType } from '../documentation/get-problem-type.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'information'>({ getHome, getProblemType });
