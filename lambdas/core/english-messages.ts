/** The messages of errors in English, which is what programs and logs get. The other languages are in `i18n`. */
import type { MessageCatalogue } from './message.ts';
import { countedIn } from './plural.ts';

const counted = countedIn('en');

export const englishMessages: MessageCatalogue = {
  'no-body': () => 'The request has no body.',
  'not-utf8': () => 'The body is not valid UTF-8.',
  'not-json': () => 'The body is not valid JSON.',
  'not-an-object': () => 'The JSON body must be an object.',
  'unknown-content-type': () =>
    'The content type must be application/x-www-form-urlencoded, multipart/form-data or application/json.',
  'json-needed': () => 'The content type must be application/json.',
  'too-many-fields': ({ limit }) =>
    `A submission has at most ${counted(limit, { one: 'field', other: 'fields' })}.`,
  'too-much-text': ({ limit }) =>
    `The text of a submission is at most ${counted(limit, { one: 'byte', other: 'bytes' })}.`,
  'body-too-long': ({ limit }) => `A body has at most ${limit} bytes, also when it is decompressed.`,
  'no-fields': () => 'The post has no fields.',
  'not-decompressible': ({ encoding }) => `The body is not valid ${encoding}.`,
  'encoding-not-supported': ({ encodings }) =>
    `The body may be compressed with ${encodings.join(', ')}, at most twice, or not at all.`,
  'more-errors': ({ count }) => `and ${count} more`,
  'nested-too-deeply': () => 'The JSON body is nested too deeply.',
  'unknown-charset': () => 'The charset of the body is not known.',
  'too-many-files': ({ limit }) =>
    `A submission has at most ${counted(limit, { one: 'file', other: 'files' })}.`,
  'file-too-large': ({ name, megabytes }) =>
    `The file “${name}” is too large: a file may have at most ${megabytes} MB.`,
  'uploads-not-allowed': () => 'This form does not take files.',
  'form-not-found': ({ slug }) => `There is no form "${slug}".`,
  'form-not-live': () => 'This form does not take submissions at the moment.',
  'not-a-submission-key': () => 'The key is not a submission key.',
  'not-a-key-of-the-form': () => 'The key is not valid for this form.',
  'origin-not-allowed': ({ origin }) =>
    origin === 'null'
      ? 'This form takes submissions from certain websites only, and the page that sent this one has no origin (Origin: null).'
      : `This form does not take submissions from ${origin}.`,
  'turnstile-failed': () =>
    'We could not verify that a human sent this. Please go back, wait for the check to finish and try again.',
  'quota-exceeded': ({ limit }) =>
    `The form's monthly quota of ${counted(limit, { one: 'submission', other: 'submissions' })} is used up.`,
  'too-many-posts': ({ limit }) =>
    `One address may send at most ${counted(limit, { one: 'post', other: 'posts' })} in ten minutes.`,
  'too-many-from-address': () =>
    'Too many submissions have come from your connection today. Please try again tomorrow.',
  'key-needed': () => 'Send a key as "Authorization: Bearer <API_KEY>".',
  'key-not-valid': () => 'The key is not valid.',
  'management-key-needed': () => 'A submission key cannot read data or change configuration.',
  'access-token-not-valid': () => 'The access token is not valid or has expired.',
  'scope-needed': ({ scope }) => `The access token needs the scope "${scope}".`,
  'key-scope-needed': ({ scope }) => `The key lacks the scope "${scope}".`,
  'role-scope-needed': ({ role, scope }) => `The role "${role}" lacks the scope "${scope}".`,
  'session-ended': () => 'The session has ended; please sign in again.',
  'own-origin-needed': ({ origin }) => `A session changes things from pages of ${origin} only.`,
  'account-suspended': () => 'The account is suspended. Please contact the operator of this service.',
  'no-such-form': ({ id }) => `There is no form "${id}".`,
  'no-such-thing': ({ id }) => `There is no "${id}".`,
  'nothing-at-this-path': () => 'There is nothing at this path. The API is described at /openapi.',
  'method-not-allowed': ({ method, allow }) => `${method} is not available here; use ${allow.join(' or ')}.`,
  'not-a-cursor-of-this-list': () => 'is not a cursor of this list',
  'not-known-here': () => 'is not known here',
  'given-more-than-once': () => 'is given more than once',
  busy: () => 'The service is busy. Nothing was stored; please try again.',
  'field-required': () => 'Please fill in this field.',
  'field-email': () => 'Please enter an e-mail address, such as name@example.com.',
  'field-url': () => 'Please enter a web address that begins with https://.',
  'field-tel': () => 'Please enter a phone number.',
  'field-number': () => 'Please enter a number.',
  'field-date': () => 'Please enter a date, such as 2026-11-30.',
  'field-option': () => 'Please choose from the options.',
  'field-too-short': ({ limit }) =>
    `Please enter at least ${counted(limit, { one: 'character', other: 'characters' })}.`,
  'field-too-long': ({ limit }) =>
    `Please enter at most ${counted(limit, { one: 'character', other: 'characters' })}.`,
  'field-min': ({ bound }) => `Please enter ${bound} or more.`,
  'field-max': ({ bound }) => `Please enter ${bound} or less.`,
  'field-min-date': ({ bound }) => `Please enter ${bound} or a later date.`,
  'field-max-date': ({ bound }) => `Please enter ${bound} or an earlier date.`,
  'field-step': ({ values }) => `This value does not fit. The nearest that fits: ${values.join(' / ')}.`,
  'field-pattern': () => 'This does not have the form that is asked for.',
  'field-file-type': ({ accept }) => `Please choose a file of another kind. Accepted: ${accept}.`,
  'field-too-many-files': ({ limit }) =>
    `Please choose at most ${counted(limit, { one: 'file', other: 'files' })}.`,
  'field-unknown': () => 'The form has no such field.',
};
