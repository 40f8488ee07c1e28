/** Lambda function for a form's public pages. */
import { handler as getFormPage } from '../../ingest/hosted-page/get-form-page.ts';
import { handler as getThanks } from '../../ingest/get-thanks.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'formPages'>({ getThanks, getFormPage });
