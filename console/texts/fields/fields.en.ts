/** English strings for the field editor. */
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('en');

export const fieldsEn = {
  noFieldsHint:
    'This form accepts any field. Declare fields to validate and label them, and to keep them in the same order everywhere.',
  fieldsHint:
    'The inbox, e-mails and exports show fields in this order. Submissions that don’t match these fields are rejected.',
  addField: 'Add field',
  fromSubmissions: (count: number) =>
    n(count, { one: 'Add # field from submissions', other: 'Add # fields from submissions' }),
  fromHtml: 'Import fields from HTML',
  fromHtmlHint:
    'Paste the HTML of the page that contains the form. The form’s inputs replace the current fields. Nothing is saved until you save your changes.',
  htmlOfPage: 'Page HTML',
  noFormInHtml: 'We couldn’t find a form with fields in this HTML.',
  takeFields: (count: number) => n(count, { one: 'Import # field', other: 'Import # fields' }),
  whichForm: 'Form',
  formNumber: (number: number) => `Form ${number}`,
  movedTo: (name: string, position: number, count: number) =>
    `${name} moved to position ${position} of ${count}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  required: 'Required',
  mustBeFilled: 'Required field',
  label: 'Label',
  postedName: 'Field name in your HTML',
  type: 'Type',
  types: {
    text: 'Text',
    email: 'E-mail address',
    url: 'URL',
    tel: 'Phone number',
    number: 'Number',
    date: 'Date',
    choice: 'Single choice',
    choices: 'Multiple choice',
    checkbox: 'Checkbox',
    file: 'File',
  },
  limits: {
    min_length: 'Minimum length',
    max_length: 'Maximum length',
    pattern: 'Pattern',
    min: 'Minimum',
    max: 'Maximum',
    step: 'Step',
    options: 'Options',
    accept: 'File types',
    max_files: 'Maximum number of files',
  },
  earliest: 'Earliest',
  latest: 'Latest',
  patternHint: 'A regular expression that the whole value must match.',
  tryValue: 'Try a value',
  valueAccepted: 'Accepted',
  valueMismatch: 'This value doesn’t match the pattern.',
  optionsHint: 'One per line.',
  acceptHint: 'File extensions and media types, separated by commas. Leave empty to allow any.',
  unknownHint: 'Choose what happens to submitted fields that you haven’t declared.',
  unknownDo: 'Undeclared fields',
  unknown: { keep: 'Keep', drop: 'Drop', refuse: 'Reject' },
  unknownHints: {
    keep: 'Undeclared fields appear after the declared ones.',
    drop: 'Only the declared fields are stored.',
    refuse: 'The whole submission is rejected.',
  },
};
export type FieldsTexts = typeof fieldsEn;
