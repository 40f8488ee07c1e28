/** Lambda function that returns a form's fields and a sample submission. */
import { handler as listFields } from '../../analytics/list-fields.ts';
import { handler as getSample } from '../../analytics/get-sample.ts';
import { sharedFunction } from '../shared-function.ts';

export const handler = sharedFunction<'formFields'>({ listFields, getSample });
