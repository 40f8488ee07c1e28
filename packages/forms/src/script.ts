/** `forms.js`: takes over the forms of the page that loads it. */
import { enhanceForms } from './enhanced-form.ts';
import { submitFormBy } from './submission.ts';
import { postByXhr } from './transport.ts';

enhanceForms(document, submitFormBy(postByXhr));
