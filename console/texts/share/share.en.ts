/** English strings for sharing a form: its hosted page, and the fields on it. */
import { pluralsOf } from '../plurals.ts';

const n = pluralsOf('en');

export const shareEn = {
  page: 'Hosted page',
  pageHint: 'A page that shows this form’s fields. Share its link, or embed the page in your website.',
  publish: 'Publish the page',
  publishHint: 'Anyone with the link can open it.',
  needsFields: 'The page shows the form’s fields, and this form has none yet.',
  saveFirst: 'Save or discard your changes first.',
  published: 'The page is published',
  unpublished: 'The page is no longer available',
  notLive: 'The form isn’t live, so visitors see that it’s closed.',
  address: 'Link to the page',
  open: 'Open page',
  views: (views: number) =>
    n(views, { one: '# view in the last 30 days', other: '# views in the last 30 days' }),
  perView: (share: string) => `${share} led to a submission`,
  qrOf: (name: string) => `QR code for “${name}”`,
  download: 'Download SVG',
  texts: 'Text',
  textsHint:
    'Write in your visitors’ language. Everything else on the page is in the language of their browser.',
  heading: 'Title',
  intro: 'Introduction',
  button: 'Button',
  closedText: 'Message while the form is closed',
  index: 'Let search engines index the page',
  embed: 'Embed in your website',
  embedHint: 'Only the websites in this list can embed the page.',
  websites: 'Websites',
  wrong: 'Enter the address of a website, for example https://www.example.org',
  code: 'Embed code',

  help: 'Help text',
  helpHint: 'Shown on the hosted page. Write a link as [text](https://www.example.org).',
  placeholder: 'Placeholder',
  multiline: 'Multiple lines',
  autocomplete: 'Autofill',
  autocompleteHint: 'What browsers may fill in, for example given-name or organization.',
};
export type ShareTexts = typeof shareEn;
