/** Defines the English error messages for API clients and logs. See `i18n` for the other languages. */
import type { Bound, MessageCatalogue, ValueFormat, ValueType } from './message.ts';
import { countedIn } from './plural.ts';

const counted = countedIn('en');

const valueTypes: Readonly<Record<ValueType, string>> = {
  text: 'text',
  number: 'a number',
  'whole-number': 'a whole number',
  boolean: 'true or false',
  list: 'a list',
  object: 'an object',
  null: 'null',
};
const bounds: Readonly<Record<Bound, string>> = {
  exactly: 'exactly',
  'at-least': 'at least',
  'at-most': 'at most',
  above: 'more than',
  below: 'less than',
};
const formats: Readonly<Record<ValueFormat, string>> = {
  email: 'an e-mail address, for example ada@example.com',
  url: 'a URL, for example https://www.example.com',
  time: 'an ISO 8601 time, for example 2026-11-30T12:00:00Z',
  date: 'a date, for example 2026-11-30',
};
const forExample = (example: string | undefined): string =>
  example === undefined ? '' : `, for example ${example}`;

export const englishMessages: MessageCatalogue = {
  'no-body': () => 'The request has no body.',
  'not-utf8': () => 'The body is not valid UTF-8.',
  'not-json': () => 'The body is not valid JSON.',
  'not-an-object': () => 'The JSON body must be an object.',
  'unknown-content-type': () =>
    'The content type must be application/x-www-form-urlencoded, multipart/form-data or application/json.',
  'json-as-form': () =>
    'The body looks like JSON, but it was sent as a form. To post JSON, send Content-Type: application/json.',
  'json-needed': () => 'The content type must be application/json.',
  'too-many-fields': ({ limit }) =>
    `A submission can have at most ${counted(limit, { one: 'field', other: 'fields' })}.`,
  'too-much-text': ({ limit }) =>
    `The text of a submission can be at most ${counted(limit, { one: 'byte', other: 'bytes' })} long.`,
  'body-too-long': ({ limit }) =>
    `The body can be at most ${limit} bytes long, both compressed and decompressed.`,
  'no-fields': () => 'The submission has no fields.',
  'not-decompressible': ({ encoding }) => `The body is not valid ${encoding}.`,
  'encoding-not-supported': ({ encodings }) =>
    `Send the body uncompressed, or compress it at most twice with one of ${encodings.join(', ')}.`,
  'more-errors': ({ count }) => `and ${count} more`,
  'nested-too-deeply': () => 'The JSON body is nested too deeply.',
  'unknown-charset': () => 'The body uses an unknown charset.',
  'too-many-files': ({ limit }) =>
    `A submission can have at most ${counted(limit, { one: 'file', other: 'files' })}.`,
  'file-too-large': ({ name, megabytes }) =>
    `The file “${name}” is too large. Files can be up to ${megabytes} MB.`,
  'uploads-not-allowed': () => 'This form does not accept files.',
  'form-not-found': ({ slug }) => `There is no form "${slug}".`,
  'form-not-live': () => 'This form does not accept submissions at the moment.',
  'not-an-api-key': () => 'This is not a valid API key or access token.',
  'not-a-key-of-the-form': () => 'The key is not valid for this form.',
  'origin-not-allowed': ({ origin }) =>
    origin === 'null'
      ? 'This form only accepts submissions from certain websites, and the page that sent this one has no origin (Origin: null).'
      : `This form does not accept submissions from ${origin}.`,
  'webhook-loop': () =>
    'This request is a webhook delivery from this service. It was not stored, because every submission could trigger another delivery. Use an endpoint that doesn’t post to a form.',
  'turnstile-failed': () =>
    'We couldn’t verify that you’re human. Please go back, wait for the check to finish, and try again.',
  'challenge-failed': () =>
    'This form requires a solved challenge, and yours is missing, wrong, expired or already used. Get a new one from the form’s /challenge address, solve it and submit the form again.',
  'quota-exceeded': ({ limit }) =>
    `The account that owns this form has used up its monthly quota of ${counted(limit, { one: 'submission', other: 'submissions' })}.`,
  'too-many-posts': ({ limit }) =>
    `Each IP address can send at most ${counted(limit, { one: 'submission', other: 'submissions' })} every ten minutes.`,
  'too-many-from-address': () =>
    'Too many submissions have come from your connection today. Please try again tomorrow.',
  'key-needed': () => 'Send a key as "Authorization: Bearer <API_KEY>".',
  'key-mistyped': () =>
    'The key’s checksum is wrong. Part of the key is missing or mistyped. Copy the whole key again.',
  'key-not-valid': () => 'The key is invalid.',
  'management-key-needed': () =>
    'A submission key cannot read data or change settings. Use a management key.',
  'access-token-not-valid': () => 'The access token is invalid or has expired.',
  'scope-needed': ({ scope }) => `The access token needs the scope "${scope}".`,
  'key-scope-needed': ({ scope }) => `The key lacks the scope "${scope}".`,
  'role-scope-needed': ({ role, scope }) => `The role "${role}" lacks the scope "${scope}".`,
  'session-ended': () => 'The session has ended. Please sign in again.',
  'own-origin-needed': ({ origin }) => `Sessions can only make changes from pages on ${origin}.`,
  'account-suspended': () => 'The account is suspended. Please contact the operator of this service.',
  'no-such-form': ({ id }) => `There is no form "${id}".`,
  'no-such-thing': ({ id }) => `"${id}" was not found.`,
  'forms-are-at': ({ url }) => `Nothing exists at this path. Form addresses look like ${url}.`,
  'nothing-at-this-path': () => 'Nothing exists at this path. See /openapi for a description of the API.',
  'method-not-allowed': ({ method, allow }) => `${method} is not supported here; use ${allow.join(' or ')}.`,
  'not-a-cursor-of-this-list': () => 'is not a valid cursor for this list',
  'not-known-here': ({ suggestion }) =>
    `is not a known name${suggestion === undefined ? '' : ` (did you mean "${suggestion}"?)`}`,
  'given-more-than-once': () => 'is given more than once',
  'value-required': () => 'is required',
  'value-type': ({ types, example }) =>
    `must be ${types.map((type) => valueTypes[type]).join(' or ')}${forExample(example)}`,
  'value-options': ({ options }) =>
    options.length === 1 ? `must be ${options.join('')}` : `must be one of ${options.join(', ')}`,
  'value-limit': ({ bound, limit, of }) => {
    if (of !== 'number' && bound === 'at-least' && limit === 1) return 'must not be empty';
    if (of === 'characters')
      return `must be ${bounds[bound]} ${counted(limit, { one: 'character', other: 'characters' })}`;
    if (of === 'entries')
      return `must have ${bounds[bound]} ${counted(limit, { one: 'entry', other: 'entries' })}`;
    return `must be ${bounds[bound]} ${limit}`;
  },
  'value-multiple': ({ divisor }) => `must be a multiple of ${divisor}`,
  'value-format': ({ format }) => `must be ${formats[format]}`,
  'value-name': ({ reason }) => `is not a valid name: ${reason}`,
  'value-wrong': ({ example }) => `is not valid${forExample(example)}`,
  busy: () => 'The service is busy. Nothing was stored; please try again.',
  'field-required': () => 'Please fill in this field.',
  'field-email': () => 'Please enter an e-mail address, for example name@example.com.',
  'field-url': () => 'Please enter a web address that starts with https://.',
  'field-tel': () => 'Please enter a phone number.',
  'field-number': () => 'Please enter a number.',
  'field-date': () => 'Please enter a date, for example 2026-11-30.',
  'field-option': () => 'Please choose one of the options.',
  'field-too-short': ({ limit }) =>
    `Please enter at least ${counted(limit, { one: 'character', other: 'characters' })}.`,
  'field-too-long': ({ limit }) =>
    `Please enter at most ${counted(limit, { one: 'character', other: 'characters' })}.`,
  'field-min': ({ bound }) => `Please enter ${bound} or more.`,
  'field-max': ({ bound }) => `Please enter ${bound} or less.`,
  'field-min-date': ({ bound }) => `Please enter ${bound} or a later date.`,
  'field-max-date': ({ bound }) => `Please enter ${bound} or an earlier date.`,
  'field-step': ({ values }) => `Please enter a valid value. Nearest valid values: ${values.join(' / ')}.`,
  'field-pattern': () => 'This doesn’t match the required format.',
  'field-file-type': ({ accept }) => `Please choose a different type of file. Accepted types: ${accept}.`,
  'field-not-a-file': () => 'We only received the name of the file, not the file itself.',
  'field-too-many-files': ({ limit }) =>
    `Please choose at most ${counted(limit, { one: 'file', other: 'files' })}.`,
  'field-unknown': () => 'The form doesn’t have this field.',
};
