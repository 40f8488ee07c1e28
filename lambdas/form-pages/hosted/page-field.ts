/** Renders a declared field of the hosted page, with its label, help, error and previously entered value. */
import { html, Html } from '../../core/text/html.ts';
import type { TypedField } from '../../http/body/typed-fields.ts';
import { labelOf } from '../../forms/fields/field-order.ts';
import type { FormField } from '../../forms/fields/field.ts';
import type { HostedTexts } from '../../i18n/visitors/hosted-texts.ts';
import { browserPattern } from './browser-pattern.ts';
import { helpHtml } from './help-text.ts';

export interface ShownField {
  readonly field: FormField;
  /** Unique on the page. */
  readonly id: string;
  readonly typed: TypedField | undefined;
  readonly error: string | undefined;
  /** True for the first field with an error, which gets the focus. */
  readonly hasFocus: boolean;
  readonly texts: HostedTexts;
}

/** Minimum number of options for which a list is shown instead of radio buttons. */
const LONG_LIST = 7;

/** Renders the field. */
export function fieldHtml(shown: ShownField): Html {
  switch (shown.field.type) {
    case 'checkbox':
      return consentBox(shown);
    case 'choices':
      return shown.field.options ? optionGroup(shown, 'checkbox') : single(shown, input(shown, 'text'));
    case 'choice':
      return (shown.field.options ?? []).length < LONG_LIST
        ? optionGroup(shown, 'radio')
        : single(shown, select(shown));
    case 'text':
      return single(shown, needsLines(shown) ? textarea(shown) : input(shown, 'text'));
    default:
      return single(shown, input(shown, shown.field.type));
  }
}

/**
 * Returns true if the field needs several lines. Line breaks in the visitor's text are kept, even if the
 * field no longer accepts them.
 */
const needsLines = ({ field, typed }: ShownField): boolean =>
  field.multiline === true || (typed?.values[0] ?? '').includes('\n');

type Attributes = readonly (readonly [name: string, value: string | number | boolean | undefined])[];

/** Renders attributes. Omits attributes with the value undefined or false. */
const attributesHtml = (attributes: Attributes): Html =>
  new Html(
    attributes
      .filter(([, value]) => value !== undefined && value !== false)
      .map(([name, value]) =>
        value === true ? ` ${name}` : html` ${new Html(name)}="${String(value)}"`.source,
      )
      .join(''),
  );

function described({ field, id, error, typed }: ShownField): Attributes {
  const ids = [
    ...(field.help === undefined ? [] : [`${id}-help`]),
    ...(typed && typed.files.length > 0 ? [`${id}-files`] : []),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return [['aria-describedby', ids.length > 0 ? ids.join(' ') : undefined]];
}

const invalid = ({ error }: ShownField): Attributes => [
  ['aria-invalid', error === undefined ? undefined : 'true'],
];
const focused = ({ hasFocus }: ShownField): Attributes => [['autofocus', hasFocus]];

function control(shown: ShownField): Attributes {
  const { field, id } = shown;
  return [
    ['id', id],
    ['name', field.name],
    ['required', field.required],
    ['autocomplete', field.autocomplete ?? DEFAULT_AUTOCOMPLETE[field.type]],
    ...invalid(shown),
    ...described(shown),
    ...focused(shown),
  ];
}

/** Default `autocomplete` values, used if the form's owner doesn't set one. */
const DEFAULT_AUTOCOMPLETE: Partial<Record<FormField['type'], string>> = {
  email: 'email',
  tel: 'tel',
  url: 'url',
};

function input(shown: ShownField, type: string): Html {
  const { field, typed } = shown;
  const value = type === 'file' ? undefined : typed?.values.join(', ');
  return html`<input${attributesHtml([
    ['type', type],
    ...control(shown),
    ['value', value],
    ['placeholder', /^(?:file|date)$/.test(type) ? undefined : field.placeholder],
    ['minlength', field.min_length],
    ['maxlength', field.max_length],
    ['pattern', browserPattern(field.pattern)],
    ['min', field.min],
    ['max', field.max],
    ['step', stepOf(field, value)],
    ['inputmode', type === 'number' ? 'decimal' : undefined],
    ['accept', field.accept],
    ['multiple', type === 'file' && field.max_files !== 1],
    ['dir', /^(?:text|file)$/.test(type) ? 'auto' : undefined],
  ])} />`;
}

/**
 * Returns the `step` attribute. Without it, browsers would only accept whole numbers. Without `min`, browsers
 * count steps from the field's initial value. If that is a previously entered value, only the service
 * validates the step.
 */
function stepOf({ type, step, min }: FormField, value: string | undefined): number | string | undefined {
  if (type !== 'number' && type !== 'date') return undefined;
  const isFromValue = value !== undefined && min === undefined;
  if (step !== undefined && !isFromValue) return step;
  return type === 'number' || step !== undefined ? 'any' : undefined;
}

function textarea(shown: ShownField): Html {
  const { field, typed } = shown;
  const text = typed?.values.join('\n') ?? '';
  const attributes = attributesHtml([
    ...control(shown),
    ['rows', 5],
    ['placeholder', field.placeholder],
    ['minlength', field.min_length],
    ['maxlength', field.max_length],
    ['dir', 'auto'],
  ]);
  // Add a line break, because HTML parsers drop the first one after the tag.
  return html`<textarea${attributes}>${`\n${text}`}</textarea>`;
}

function select(shown: ShownField): Html {
  const { field, typed, texts } = shown;
  return html`<select${attributesHtml(control(shown))}>
    <option value="">${field.placeholder ?? texts.choose}</option>
    ${(field.options ?? []).map(
      (option) =>
        html`<option value="${option}" ${attributesHtml([['selected', typed?.values.includes(option)]])}>
          ${option}
        </option>`,
    )}
  </select>`;
}

/** Builds a field with a label above a single control. */
function single(shown: ShownField, element: Html): Html {
  const { id } = shown;
  return html`<div class="field">
    <label for="${id}" id="${id}-label">${labelText(shown)}</label>
    ${help(shown)}${element}${chosenFiles(shown)}${errorText(shown)}
  </div>`;
}

function labelText({ field, texts }: ShownField): Html {
  return html`<span dir="auto">${labelOf(field)}</span>${
      field.required ? undefined : html` <small>${texts.optional}</small>`
    }`;
}

const help = ({ field, id }: ShownField): Html | undefined =>
  field.help === undefined
    ? undefined
    : html`<div class="help" id="${id}-help" dir="auto">${helpHtml(field.help)}</div>`;

/** Add the element even if there is no error, so that the form script can fill it. */
function errorText({ field, id, error }: ShownField): Html {
  return html`<div class="error" id="${id}-error" data-svc-error="${field.name}">${error}</div>`;
}

function chosenFiles({ id, typed, texts }: ShownField): Html | undefined {
  if (!typed || typed.files.length === 0) return undefined;
  return html`<div class="help" id="${id}-files" dir="auto">
    ${texts.chooseAgain(typed.files.join(', '))}
  </div>`;
}

function optionGroup(shown: ShownField, type: 'radio' | 'checkbox'): Html {
  const { field, id, typed } = shown;
  const isRadio = type === 'radio';
  const group = attributesHtml([
    ['role', isRadio ? 'radiogroup' : undefined],
    ...(isRadio ? invalid(shown) : []),
    ['aria-required', isRadio && field.required === true ? 'true' : undefined],
    ...described(shown),
  ]);
  const box = (option: string, index: number): Html =>
    html`<label class="option"
      ><input${attributesHtml([
        ['type', type],
        ['id', index === 0 ? id : `${id}-${index}`],
        ['name', field.name],
        ['value', option],
        ['checked', typed?.values.includes(option)],
        ['required', isRadio && field.required],
        ...(isRadio ? [] : invalid(shown)),
        ['autofocus', index === 0 && shown.hasFocus],
      ])} /><span dir="auto">${option}</span></label
    >`;
  return html`<fieldset class="field" ${group}>
    <legend>${labelText(shown)}</legend>
    ${help(shown)}
    <div class="options">${(field.options ?? []).map(box)}</div>
    ${errorText(shown)}
  </fieldset>`;
}

function consentBox(shown: ShownField): Html {
  const { typed } = shown;
  return html`<div class="field">
    <label class="option"
      ><input${attributesHtml([
        ['type', 'checkbox'],
        ...control(shown),
        ['checked', typed?.values.includes('on')],
      ])} /><span>${labelText(shown)}</span></label
    >
    ${help(shown)}${errorText(shown)}
  </div>`;
}
