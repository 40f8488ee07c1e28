/**
 * Generates the code that adds a form to a web page: as plain HTML, as a script, or in React. The code
 * includes the challenge if the form requires one.
 */
import type { SettingsTexts } from '../texts/settings/settings.en.ts';
import { boundText, type Form, type FormField } from './settings-values.ts';

export const snippetKinds = ['html', 'script', 'react', 'turnstile'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

type SnippetForm = Pick<Form, 'slug' | 'fields' | 'honeypot_field' | 'challenge'>;

/** Returns the default fields for a form without declared fields. */
export const usualFields = (t: SettingsTexts): readonly FormField[] => [
  { name: 'name', label: t.fieldName, type: 'text', required: true },
  { name: 'email', label: t.fieldEmail, type: 'email', required: true },
  { name: 'message', label: t.fieldMessage, type: 'text' },
];

const TURNSTILE_SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js';

/**
 * Returns the code that adds a form to a web page.
 * @param origin the service's origin
 */
export function snippet(kind: SnippetKind, form: SnippetForm, origin: string, t: SettingsTexts): string {
  const address = `${origin}/v1/f/${form.slug}`;
  switch (kind) {
    case 'html':
      return htmlPage(form, address, origin, t);
    case 'script':
      return `${htmlForm(form, ' id="contact"', t)}
<p id="contact-result" role="status"></p>
<script type="module">
  const form = document.querySelector('#contact');
  const result = document.querySelector('#contact-result');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const values = new FormData(form);${solving(form, address, origin, 'form', 4)}
    const response = await fetch(${JSON.stringify(address)}, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: values,
    });
    const answer = await response.json();
    if (response.ok) form.reset();
    result.textContent = response.ok
      ? ${JSON.stringify(t.snippetThanks)}
      : (answer.errors ?? [answer]).map(({ message, detail }) => message ?? detail).join(' ');
  });
</script>`;
    case 'react':
      return reactForm(form, address, origin, t);
    case 'turnstile':
      return `<script src="${TURNSTILE_SCRIPT}" async defer></script>

${widgetOf(form.challenge.site_key)}`;
  }
}

/**
 * Returns the code that embeds a hosted page in a website.
 * @param address URL of the hosted page
 */
export const embedCode = (address: string, title: string, origin: string): string =>
  `<iframe src="${escaped(address)}" title="${escaped(title)}" style="width: 100%; height: 40rem; border: 0"></iframe>
<script src="${origin}/v1/embed.js" defer></script>`;

const widgetOf = (siteKey: string | null): string =>
  `<div class="cf-turnstile" data-sitekey="${escaped(siteKey ?? 'YOUR_SITE_KEY')}"></div>`;

const encodingOf = ({ fields }: SnippetForm): string =>
  fields.some(({ type }) => type === 'file') ? ' enctype="multipart/form-data"' : '';

const usesTurnstile = ({ challenge }: SnippetForm): boolean =>
  challenge.enabled && challenge.provider === 'turnstile';
const needsSolution = ({ challenge }: SnippetForm): boolean =>
  challenge.enabled && challenge.provider === 'proof-of-work';

/** Returns a plain HTML form. A form with the built-in challenge also loads the form script. */
function htmlPage(form: SnippetForm, address: string, origin: string, t: SettingsTexts): string {
  const isOwn = needsSolution(form);
  const marks = isOwn ? ' data-svc data-svc-challenge' : '';
  const plain = htmlForm(form, `${marks} method="post" action="${escaped(address)}"${encodingOf(form)}`, t);
  return isOwn ? `${plain}\n<script src="${escaped(origin)}/v1/forms.js" defer></script>` : plain;
}

/** Returns the lines that solve the built-in challenge and add the solution to `values`. */
function solving(
  form: SnippetForm,
  address: string,
  origin: string,
  element: string,
  indent: number,
): string {
  if (!needsSolution(form)) return '';
  const start = `\n${' '.repeat(indent)}`;
  const solver = JSON.stringify(`${origin}/v1/forms.js/challenge.js`);
  return (
    `${start}const { pass } = await import(/* webpackIgnore: true */ ${solver});` +
    `${start}(await pass(${element}, ${JSON.stringify(address)}))(values);`
  );
}

function htmlForm(form: SnippetForm, attributes: string, t: SettingsTexts): string {
  const fields = form.fields.length > 0 ? form.fields : usualFields(t);
  const { site_key } = form.challenge;
  const enabled = usesTurnstile(form);
  return [
    ...(enabled ? [`<script src="${TURNSTILE_SCRIPT}" async defer></script>`] : []),
    `<form${attributes}>`,
    ...fields.map((field) => `  ${htmlField(field)}`),
    `  <input name="${escaped(form.honeypot_field)}" tabindex="-1" autocomplete="off" hidden>`,
    ...(enabled ? [`  ${widgetOf(site_key)}`] : []),
    `  <button>${escaped(t.fieldSend)}</button>`,
    `</form>`,
  ].join('\n');
}

function htmlField(field: FormField): string {
  const { name, label = name, type, options = [] } = field;
  const shown = escaped(label);
  const attributes = attributesOf(field);
  if (type === 'checkbox') return `<label><input type="checkbox"${attributes}> ${shown}</label>`;
  if (type === 'choice' && options.length > 0) {
    const choices = options.map((option) => `    <option>${escaped(option)}</option>`);
    return `<label>${shown} <select${attributes}>\n${choices.join('\n')}\n  </select></label>`;
  }
  if (type === 'choices' && options.length > 0) {
    const boxes = options.map(
      (option) =>
        `    <label><input type="checkbox" name="${escaped(name)}" value="${escaped(option)}"> ${escaped(option)}</label>`,
    );
    return `<fieldset>\n    <legend>${shown}</legend>\n${boxes.join('\n')}\n  </fieldset>`;
  }
  if (isLong(field)) return `<label>${shown} <textarea${attributes}></textarea></label>`;
  return `<label>${shown} <input${inputTypeOf(type)}${attributes}></label>`;
}

/**
 * Returns true if a text field needs a multi-line input: it's declared as multi-line or, without such a
 * declaration, its name is `message` or it allows more than 250 characters.
 */
const isLong = ({ name, type, multiline, max_length = 0 }: FormField): boolean =>
  type === 'text' && (multiline ?? (name === 'message' || max_length > 250));

const inputTypeOf = (type: FormField['type']): string =>
  ['email', 'url', 'tel', 'number', 'date', 'file'].includes(type) ? ` type="${type}"` : '';

/** Returns a field's autocomplete token (WCAG 2.2, success criterion 1.3.5). */
const autocompleteOf = ({ name, type }: FormField): string | undefined =>
  ['email', 'tel', 'url'].includes(type) ? type : type === 'text' && name === 'name' ? name : undefined;

function attributesOf(field: FormField): string {
  const {
    name,
    required = false,
    min_length,
    max_length,
    min,
    max,
    step,
    accept,
    max_files,
    pattern,
    placeholder,
  } = field;
  const autocomplete = field.autocomplete ?? autocompleteOf(field);
  const valued = {
    name,
    autocomplete,
    placeholder: field.type === 'choice' ? undefined : placeholder,
    minlength: min_length,
    maxlength: max_length,
    min: min === undefined ? min : boundText(min),
    max: max === undefined ? max : boundText(max),
    step,
    accept,
    pattern,
  };
  const written = Object.entries(valued).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value))}"`],
  );
  return [
    ...written,
    ...(max_files !== undefined && max_files > 1 ? [' multiple'] : []),
    ...(required ? [' required'] : []),
  ].join('');
}

function reactForm(form: SnippetForm, address: string, origin: string, t: SettingsTexts): string {
  const fields = form.fields.length > 0 ? form.fields : usualFields(t);
  const lines = fields.map((field) => `      ${asJsx(htmlField(field)).replaceAll('\n', '\n    ')}`);
  const honeypot = `      <input name="${escaped(form.honeypot_field)}" tabIndex={-1} autoComplete="off" hidden />`;
  const isOwn = needsSolution(form);
  const widget = usesTurnstile(form) ? [`      ${asJsx(widgetOf(form.challenge.site_key))}`] : [];
  return `import { ${isOwn ? 'useRef, ' : ''}useState } from 'react';

export function ContactForm() {
  const [result, setResult] = useState('');${isOwn ? '\n  const form = useRef(null);' : ''}
  async function send(values) {${solving(form, address, origin, 'form.current', 4)}
    const response = await fetch(${JSON.stringify(address)}, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: values,
    });
    const answer = await response.json();
    setResult(
      response.ok
        ? ${JSON.stringify(t.snippetThanks)}
        : (answer.errors ?? [answer]).map(({ message, detail }) => message ?? detail).join(' '),
    );
  }
  return (
    <form action={send}${isOwn ? ' ref={form}' : ''}>
${[...lines, honeypot, ...widget].join('\n')}
      <button>${escaped(t.fieldSend)}</button>
      <p role="status">{result}</p>
    </form>
  );
}`;
}

/** Converts HTML to JSX. Escapes braces in text, because they would start an expression. */
const asJsx = (html: string): string =>
  html
    .replace(/[{}]/g, (brace) => (brace === '{' ? '&#123;' : '&#125;'))
    .replace(/<(input[^>]*)>/g, '<$1 />')
    .replaceAll(' class=', ' className=')
    .replaceAll(' autocomplete=', ' autoComplete=')
    .replaceAll(' minlength=', ' minLength=')
    .replaceAll(' maxlength=', ' maxLength=');

const escaped = (text: string): string =>
  text.replace(
    /[&<>"]/g,
    (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? mark,
  );
