/** Entry point of the `forms.js` script, which enhances the forms on the page that loads it. */
import { enhanceForms } from './enhanced-form.ts';
import { submitFormBy } from './form-post.ts';
import { postByXhr } from './transport.ts';

enhanceForms(document, submitFormBy(postByXhr));
