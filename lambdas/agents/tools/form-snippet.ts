/**
 * Generates code that adds a form to a website: plain HTML, and a script that submits the form with `fetch`.
 */
import type * as z from 'zod';
import { html } from '../../core/text/html.ts';
import type { FormField } from '../../forms/fields/field.ts';
import { needsSolution, type storedChallenge } from '../../spam/challenge-settings.ts';

/** The parts of a form that its code depends on. */
export interface SnippetForm {
  readonly url: string;
  readonly honeypot_field: string;
  readonly fields: readonly FormField[];
  readonly challenge: z.infer<typeof storedChallenge>;
}

/** The fields used if a form declares none. */
const USUAL_FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'email', label: 'E-mail', type: 'email', required: true },
  { name: 'message', label: 'Message', type: 'text', max_length: 5000 },
];

/** Text fields that allow more characters than this are rendered as multi-line fields. */
const LONGEST_LINE = 250;

const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0/api.js';

/** Escapes text for HTML, between tags and in attributes. */
const escaped = (text: string): string => html`${text}`.source;

/** Returns an HTML form that works without a script, unless it has a challenge. */
export function htmlSnippet({ url, honeypot_field, fields: declared, challenge }: SnippetForm): string {
  const fields = declared.length > 0 ? declared : USUAL_FIELDS;
  const encoding = fields.some(({ type }) => type === 'file') ? ' enctype="multipart/form-data"' : '';
  const isOwn = needsSolution({ challenge });
  const hasWidget = challenge.enabled && !isOwn;
  return [
    ...(hasWidget ? [`<script src="${TURNSTILE}" async defer></script>`] : []),
    ...(isOwn ? [`<script src="${escaped(new URL('/v1/forms.js', url).href)}" defer></script>`] : []),
    `<form${isOwn ? ' data-svc data-svc-challenge' : ''} method="post" action="${escaped(url)}"${encoding}>`,
    ...fields.map((field) => `  ${fieldSnippet(field)}`),
    `  <input name="${escaped(honeypot_field)}" tabindex="-1" autocomplete="off" hidden>`,
    ...(hasWidget
      ? [
          `  <div class="cf-turnstile" data-sitekey="${escaped(challenge.site_key ?? 'YOUR_SITE_KEY')}"></div>`,
        ]
      : []),
    '  <button>Send</button>',
    '</form>',
  ].join('\n');
}

const INPUT_TYPES = ['email', 'url', 'tel', 'number', 'date', 'file'];

function fieldSnippet(field: FormField): string {
  const { name, label = name, type, required = false, max_length = 0, options = [] } = field;
  const shown = escaped(label);
  const attributes = ` name="${escaped(name)}"${required ? ' required' : ''}`;
  if (type === 'checkbox') return `<label><input type="checkbox" value="yes"${attributes}> ${shown}</label>`;
  if (type === 'choice' || (type === 'choices' && options.length > 0)) {
    const several = type === 'choices' ? ' multiple' : '';
    const choices = options.map((option) => `<option>${escaped(option)}</option>`).join('');
    return `<label>${shown} <select${attributes}${several}>${choices}</select></label>`;
  }
  if (type === 'text' && max_length > LONGEST_LINE)
    return `<label>${shown} <textarea${attributes}></textarea></label>`;
  const inputType = INPUT_TYPES.includes(type) ? type : 'text';
  return `<label>${shown} <input type="${inputType}"${attributes}></label>`;
}

/** Returns a script that submits the page's form and shows the errors that the service reports. */
export function fetchSnippet({ url }: Pick<SnippetForm, 'url'>): string {
  return `document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const response = await fetch(${JSON.stringify(url)}, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new FormData(event.target),
  });
  const answer = await response.json();
  alert(response.ok ? 'Thank you!' : answer.detail);
});`;
}
