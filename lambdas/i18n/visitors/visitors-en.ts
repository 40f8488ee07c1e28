/** What visitors read in English. */
import { countedIn } from '../../core/plural.ts';
import type { VisitorTexts } from './visitor-texts.ts';

const counted = countedIn('en');
const NOT_SENT = 'Your entries were not sent.';
const LATER = 'Please try again later or contact the owner of the website.';
const TELL_OWNER = 'Please let the owner of the website know.';

export const visitorsEn: VisitorTexts = {
  failures: {
    'empty-post': () => ({
      heading: 'The form was empty',
      happened: 'Nothing was filled in, so nothing was sent.',
      toDo: 'Please go back, fill in the form and send it again.',
    }),
    'unreadable-post': () => ({
      heading: 'Your entries could not be read',
      happened: `Something went wrong on the way, and what arrived could not be read. ${NOT_SENT}`,
      toDo: 'Please go back and send the form again. If that does not help, contact the owner of the website.',
    }),
    'form-misconfigured': () => ({
      heading: 'This form is not set up correctly',
      happened: `The website sends the form in a way that does not work here. ${NOT_SENT}`,
      toDo: TELL_OWNER,
    }),
    'fields-invalid': () => ({
      heading: 'Please check what you entered',
      happened: `Something in the form is missing or does not fit. ${NOT_SENT}`,
      toDo: 'Please go back, correct it and send the form again.',
    }),
    'too-much-text': ({ kilobytes }) => ({
      heading: 'Your text is too long',
      happened: `All fields together may contain at most ${kilobytes}\u00a0KB of text. ${NOT_SENT}`,
      toDo: 'Please go back, shorten your text and send the form again.',
    }),
    'too-many-fields': ({ limit }) => ({
      heading: 'The form has too many fields',
      happened: `A form may have at most ${counted(limit, { one: 'field', other: 'fields' })}. ${NOT_SENT}`,
      toDo: TELL_OWNER,
    }),
    'too-many-files': ({ limit }) => ({
      heading: 'Too many files',
      happened: `You can send at most ${counted(limit, { one: 'file', other: 'files' })} at a time. ${NOT_SENT}`,
      toDo: 'Please go back, choose fewer files and send the form again.',
    }),
    'file-too-large': ({ name, megabytes }) => ({
      heading: 'File too large',
      happened: `The file “${name}” is too large: up to ${megabytes}\u00a0MB per file are allowed. ${NOT_SENT}`,
      toDo: 'Please go back, choose a smaller file and send the form again.',
    }),
    'post-too-large': ({ megabytes }) => ({
      heading: 'Too much at once',
      happened: `All files and texts of a form together may have at most ${megabytes}\u00a0MB. ${NOT_SENT}`,
      toDo: 'Please go back, choose fewer or smaller files and send the form again.',
    }),
    'files-not-taken': () => ({
      heading: 'Files are not accepted',
      happened: `This form does not accept files. ${NOT_SENT}`,
      toDo: 'Please go back, remove the files and send the form again.',
    }),
    'file-missing': () => ({
      heading: 'A file is missing',
      happened: `A file that you chose has not arrived, or was chosen too long ago. ${NOT_SENT}`,
      toDo: 'Please go back, choose your files again and send the form.',
    }),
    'form-not-found': () => ({
      heading: 'Form not found',
      happened: `This form does not exist; it may have been removed, or its address may have changed. ${NOT_SENT}`,
      toDo: 'Please contact the owner of the website in another way.',
    }),
    'form-not-live': () => ({
      heading: 'This form is not active',
      happened: `This form does not accept entries at the moment. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'website-not-allowed': ({ website }) => ({
      heading: 'The form cannot be sent from here',
      happened: `${
        website === undefined
          ? 'This form accepts entries from certain websites only, and your browser did not say which website you came from.'
          : `This form does not accept entries from the website ${website}.`
      } ${NOT_SENT}`,
      toDo: 'Please open the form on the website it belongs to and send it from there.',
    }),
    'challenge-failed': () => ({
      heading: 'Please confirm that you are human',
      happened: `We could not verify that a person sent the form. ${NOT_SENT}`,
      toDo: 'Please go back, wait until the check has finished and send the form again.',
    }),
    'form-closed': () => ({
      heading: 'Form closed for the moment',
      happened: `This form is closed for the moment. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'too-many-posts': ({ when }) => ({
      heading: 'Too many submissions',
      happened: `Too many entries came from your internet connection. ${NOT_SENT}`,
      toDo: `You can send the form again ${when}.`,
    }),
    'service-busy': () => ({
      heading: 'The service is busy',
      happened: 'The service is very busy at the moment and could not process your entries.',
      toDo: 'Please wait a moment, go back and send the form again.',
    }),
    'internal-error': () => ({
      heading: 'Something went wrong',
      happened: 'There was an error on our side. We cannot say for certain whether your entries were sent.',
      toDo: 'Please try again in a few minutes. If it happens again, contact the owner of the website.',
    }),
    'opened-by-address': () => ({
      heading: 'This is the address of a form',
      happened:
        'A website sends what people enter into its form to this address. There is nothing to see here.',
      toDo: 'Please open the website that has the form and fill it in there.',
    }),
    'nothing-here': () => ({
      heading: 'Page not found',
      happened: 'There is nothing at this address.',
      toDo: 'Please check the address or go back to the website.',
    }),
  },
  entries: {
    heading: 'Your entries',
    hint: 'So that nothing is lost, here is what you entered. You can copy it from here.',
    shortened: 'It is too much to show everything; this is only the beginning.',
    file: (name) => `File: ${name}`,
  },
  toWebsite: (host) => `Go to ${host}`,
};
