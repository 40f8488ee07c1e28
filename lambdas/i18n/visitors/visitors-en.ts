/** English strings for visitors. */
import { countedIn } from '../../core/errors/plural.ts';
import type { VisitorTexts } from './visitor-texts.ts';

const counted = countedIn('en');
const NOT_SENT = 'Your message was not sent.';
const LATER = 'Please try again later or contact the owner of the website.';
const TELL_OWNER = 'Please let the owner of the website know.';

export const visitorsEn: VisitorTexts = {
  failures: {
    'empty-post': () => ({
      heading: 'The form was empty',
      happened: 'All fields were empty, so nothing was sent.',
      toDo: 'Please go back, fill in the form and submit it again.',
    }),
    'unreadable-post': () => ({
      heading: 'We couldn’t read your message',
      happened: `Something went wrong while sending your message, and we couldn’t read it. ${NOT_SENT}`,
      toDo: 'Please go back and submit the form again. If that doesn’t help, contact the owner of the website.',
    }),
    'form-misconfigured': () => ({
      heading: 'This form isn’t set up correctly',
      happened: `There’s a problem with how this form is set up on the website. ${NOT_SENT}`,
      toDo: TELL_OWNER,
    }),
    'fields-invalid': () => ({
      heading: 'Please check what you entered',
      happened: `Some fields are empty or contain invalid values. ${NOT_SENT}`,
      toDo: 'Please go back, correct your entries and submit the form again.',
    }),
    'too-much-text': ({ kilobytes }) => ({
      heading: 'Your text is too long',
      happened: `The form can contain at most ${kilobytes}\u00a0KB of text in total. ${NOT_SENT}`,
      toDo: 'Please go back, shorten your text and submit the form again.',
    }),
    'too-many-fields': ({ limit }) => ({
      heading: 'The form has too many fields',
      happened: `A form can have at most ${counted(limit, { one: 'field', other: 'fields' })}. ${NOT_SENT}`,
      toDo: TELL_OWNER,
    }),
    'too-many-files': ({ limit }) => ({
      heading: 'Too many files',
      happened: `You can send at most ${counted(limit, { one: 'file', other: 'files' })} at a time. ${NOT_SENT}`,
      toDo: 'Please go back, choose fewer files and submit the form again.',
    }),
    'file-too-large': ({ name, megabytes }) => ({
      heading: 'File too large',
      happened: `The file “${name}” is too large. Files can be up to ${megabytes}\u00a0MB each. ${NOT_SENT}`,
      toDo: 'Please go back, choose a smaller file and submit the form again.',
    }),
    'post-too-large': ({ megabytes }) => ({
      heading: 'Your message is too large',
      happened: `Your text and files together can be up to ${megabytes}\u00a0MB. ${NOT_SENT}`,
      toDo: 'Please go back, choose fewer or smaller files and submit the form again.',
    }),
    'files-not-taken': () => ({
      heading: 'Files not accepted',
      happened: `This form doesn’t accept files. ${NOT_SENT}`,
      toDo: 'Please go back, remove the files and submit the form again.',
    }),
    'file-missing': () => ({
      heading: 'A file is missing',
      happened: `A file that you selected wasn’t uploaded, or its upload has expired. ${NOT_SENT}`,
      toDo: 'Please go back, select your files again and submit the form.',
    }),
    'form-not-found': () => ({
      heading: 'Form not found',
      happened: `This form doesn’t exist. It may have been deleted, or its address may have changed. ${NOT_SENT}`,
      toDo: 'Please contact the owner of the website in another way.',
    }),
    'form-not-live': () => ({
      heading: 'This form isn’t active',
      happened: `This form isn’t accepting messages at the moment. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'website-not-allowed': ({ website }) => ({
      heading: 'This form can’t be submitted from here',
      happened: `${
        website === undefined
          ? 'This form only accepts messages from certain websites, and your browser didn’t say which website you came from.'
          : `This form doesn’t accept messages from the website ${website}.`
      } ${NOT_SENT}`,
      toDo: 'Please open the form on the website it belongs to and submit it from there.',
    }),
    'challenge-failed': () => ({
      heading: 'Please confirm that you’re human',
      happened: `We couldn’t verify that you’re human. ${NOT_SENT}`,
      toDo: 'Please go back, wait until the check has finished and submit the form again.',
    }),
    'script-needed': () => ({
      heading: 'Your browser couldn’t be checked',
      happened: `This form uses JavaScript to check that it’s being sent from a real browser, but the check failed. ${NOT_SENT}`,
      toDo: 'Please go back, turn on JavaScript for the website, reload the page and submit the form again.',
    }),
    'form-closed': () => ({
      heading: 'Form temporarily closed',
      happened: `This form is closed for now. ${NOT_SENT}`,
      toDo: LATER,
    }),
    'too-many-posts': ({ when }) => ({
      heading: 'Too many submissions',
      happened: `There have been too many submissions from your internet connection. ${NOT_SENT}`,
      toDo: `You can submit the form again ${when}.`,
    }),
    'service-busy': () => ({
      heading: 'The service is busy',
      happened: 'The service is very busy at the moment and couldn’t process your message.',
      toDo: 'Please wait a moment, go back and submit the form again.',
    }),
    'internal-error': () => ({
      heading: 'Something went wrong',
      happened: 'There was an error on our side. We can’t say for certain whether your message was sent.',
      toDo: 'Please try again in a few minutes. If it happens again, contact the owner of the website.',
    }),
    'opened-by-address': () => ({
      heading: 'This address is for a form',
      happened: 'A form on a website sends its messages to this address. There’s no page here.',
      toDo: 'Please open the website and fill in the form there.',
    }),
    'nothing-here': () => ({
      heading: 'Page not found',
      happened: 'There’s nothing at this address.',
      toDo: 'Please check the address or go back to the website.',
    }),
  },
  entries: {
    heading: 'What you entered',
    hint: 'Here’s what you entered. Copy it now so you don’t lose it.',
    shortened: 'Only the beginning is shown because the text is very long.',
    file: (name) => `File: ${name}`,
  },
  owner: {
    heading: 'For the owner of this website',
    causes: {
      'method-get': () =>
        'The form uses the GET method, which puts its fields in the URL. Add method="post" to its <form> tag.',
      'unknown-form': ({ slug }) =>
        `There is no form with the slug or ID ${slug}. Check the action attribute of the <form> tag.`,
      'forms-elsewhere': ({ url }) =>
        `Form addresses look like ${url}. Correct the action attribute of your <form> tag.`,
      'file-names': () =>
        'The form sends only the names of files. Add enctype="multipart/form-data" to its <form> tag.',
      'json-as-form': () =>
        'The page sends JSON with the content type of a form. Send Content-Type: application/json instead.',
    },
    link: 'How to set up a form',
  },
  toWebsite: (host) => `Go to ${host}`,
};
