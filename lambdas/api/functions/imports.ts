/** The function of the import operations. */
import { handler as confirmImport } from '../../imports/confirm-import.ts';
import { handler as createImport } from '../../imports/create-import.ts';
import { handler as getImport } from '../../imports/get-import.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'imports'>({ createImport, getImport, confirmImport });
