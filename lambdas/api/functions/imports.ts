/** Lambda function for the operations on existing imports. */
import { handler as confirmImport } from '../../imports/confirm-import.ts';
import { handler as getImport } from '../../imports/get-import.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'imports'>({ getImport, confirmImport });
