/**
 * Proposes declared fields based on the constraints in a page's HTML (HTML standard, "Constraints"). The CLI
 * and the console use this module with their own parsers, so it doesn't import a parser.
 */
import type { HtmlElement } from './html-element.ts';
import { isHiddenFromPeople, labelsIn, plainText, textOf, walk } from './html-reading.ts';

/** A proposed field, in the format of the API. */
export interface ProposedField {
  name: string;
  label?: string;
  type: 'text' | 'email' | 'url' | 'tel' | 'number' | 'date' | 'choice' | 'choices' | 'checkbox' | 'file';
  required?: boolean;
  min_length?: number;
  max_length?: number;
  pattern?: string;
  options?: string[];
  min?: number | string;
  max?: number | string;
  step?: number;
  accept?: string;
  max_files?: number;
}

/** A form found on a page, with its proposed fields. */
export interface ProposedForm {
  /** The form's id or name; undefined if it has neither. */
  readonly name: string | undefined;
  readonly action: string | undefined;
  readonly fields: readonly ProposedField[];
}

const MAX_FIELDS = 100;
const MAX_NAME_LENGTH = 200;
const MAX_PATTERN_LENGTH = 500;
const MAX_OPTIONS = 200;
const MAX_TEXT_LENGTH = 100_000;

/** Input types to skip: buttons, passwords, and inputs that visitors don't fill in. */
const NO_FIELDS = ['submit', 'button', 'reset', 'image', 'hidden', 'password'];

/** Matches control fields of this service and of other form backends, and common honeypot names. */
const CONTROL_NAME =
  /^(?:_|cf-turnstile-response$|(?:g-re|h-)captcha-response$|recaptcha_response$|access_key$|botcheck$|form-name$)|honeypot/i;

/**
 * Returns a page's forms in document order. If the page has no forms, returns all of its controls as one
 * form.
 */
export function proposedForms(page: HtmlElement): ProposedForm[] {
  const elements = [...walk(page)];
  const forms = elements.filter(({ tag }) => tag === 'form');
  const labels = labelsIn(elements);
  const propose = (form: HtmlElement, controls: readonly HtmlElement[]): ProposedForm => ({
    name: form.attributes.get('id') || form.attributes.get('name') || undefined,
    action: form.attributes.get('action') || undefined,
    fields: proposedFields(controls, labels, form.attributes.get('netlify-honeypot')),
  });
  if (forms.length === 0) {
    const controls = elements.filter(isControl);
    return controls.length > 0 ? [propose(page, controls)] : [];
  }
  return forms.map((form) => {
    const inside = new Set(walk(form));
    const id = form.attributes.get('id');
    // A control belongs to the form named by its `form` attribute, wherever the control is on the page.
    const isOwn = (element: HtmlElement): boolean => {
      const owner = element.attributes.get('form');
      return owner === undefined ? inside.has(element) : owner !== '' && owner === id;
    };
    return propose(
      form,
      elements.filter((element) => isControl(element) && isOwn(element)),
    );
  });
}

const isControl = ({ tag }: HtmlElement): boolean =>
  tag === 'input' || tag === 'select' || tag === 'textarea';

function proposedFields(
  controls: readonly HtmlElement[],
  labels: ReturnType<typeof labelsIn>,
  honeypot: string | undefined,
): ProposedField[] {
  const byName = new Map<string, HtmlElement[]>();
  for (const control of controls) {
    const name = nameOf(control);
    if (name === '' || name.length > MAX_NAME_LENGTH || plainText(name) !== name) continue;
    if (CONTROL_NAME.test(name) || name === honeypot || NO_FIELDS.includes(typeOf(control))) continue;
    if (labels.isDisabled(control) || isHiddenFromPeople(control, labels.ancestorsOf(control))) continue;
    byName.set(name, [...(byName.get(name) ?? []), control]);
  }
  return Array.from(byName, ([name, group]) => {
    const [first, ...others] = group as [HtmlElement, ...HtmlElement[]];
    const label = labels.labelOf(first, others.length > 0 || typeOf(first) === 'radio');
    return {
      name,
      ...(label !== undefined && label !== name && { label }),
      ...constraintsOf(first, group),
    };
  }).slice(0, MAX_FIELDS);
}

const nameOf = ({ attributes }: HtmlElement): string => attributes.get('name') ?? '';

/** Returns an input's type in lowercase, or the tag name of any other control. */
function typeOf({ tag, attributes }: HtmlElement): string {
  return tag === 'input' ? (attributes.get('type') ?? 'text').trim().toLowerCase() : tag;
}

function constraintsOf(
  first: HtmlElement,
  group: readonly HtmlElement[],
): Omit<ProposedField, 'name' | 'label'> {
  const type = typeOf(first);
  const required = group.some(({ attributes }) => attributes.has('required')) && { required: true };
  const isMultiple = first.attributes.has('multiple');
  switch (type) {
    case 'radio':
      return { ...choiceOf(valuesOf(group)), ...required };
    case 'checkbox':
      return group.length > 1 || nameOf(first).endsWith('[]')
        ? { type: 'choices', ...required, ...optionsOf(valuesOf(group)) }
        : { type: 'checkbox', ...required };
    case 'select':
      return isMultiple
        ? { type: 'choices', ...required, ...optionsOf(valuesOfSelect(first)) }
        : { ...choiceOf(valuesOfSelect(first)), ...required };
    case 'file': {
      const files = group.length === 1 && !isMultiple ? { max_files: 1 } : {};
      return { type: 'file', ...required, ...acceptOf(first), ...files };
    }
  }
  // If several text fields have the same name, propose a `choices` field that accepts any values.
  if (group.length > 1) return { type: 'choices', ...required };
  if (type === 'number' || type === 'range') return { type: 'number', ...required, ...numberLimits(first) };
  if (type === 'date') return { type: 'date', ...required, ...dateLimits(first) };
  // If a field accepts several e-mail addresses, propose a `text` field.
  const isTyped = type === 'url' || type === 'tel' || (type === 'email' && !isMultiple);
  const isOneLine = isTyped || ['text', 'search', 'email'].includes(type);
  return {
    type: isTyped ? type : 'text',
    ...required,
    ...(isOneLine || type === 'textarea' || !isKnown(type) ? lengths(first) : {}),
    ...(isOneLine || (!isKnown(type) && type !== 'textarea') ? patternOf(first) : {}),
  };
}

/** Returns true for input types that support neither length limits nor a pattern. */
const isKnown = (type: string): boolean =>
  ['color', 'time', 'month', 'week', 'datetime-local'].includes(type);

const valuesOf = (group: readonly HtmlElement[]): string[] =>
  group.map(({ attributes }) => attributes.get('value') ?? 'on');

/**
 * Returns a select's values. Options without a value are hints such as "Please choose", and disabled options
 * can't be chosen.
 */
function valuesOfSelect(select: HtmlElement): string[] {
  return [...walk(select)]
    .filter(({ tag, attributes }) => tag === 'option' && !attributes.has('disabled'))
    .map((option) => option.attributes.get('value') ?? textOf(option))
    .filter((value) => value !== '');
}

/** Proposes a `text` field if the options are unknown, for example because a script adds them. */
function choiceOf(values: readonly string[]): Pick<ProposedField, 'type' | 'options'> {
  const known = optionsOf(values);
  return known.options ? { type: 'choice', ...known } : { type: 'text' };
}

function optionsOf(values: readonly string[]): Pick<ProposedField, 'options'> {
  const options = [...new Set(values)];
  const areUsable =
    options.length > 0 &&
    options.length <= MAX_OPTIONS &&
    options.every((each) => each !== '' && each.length <= 200);
  return areUsable ? { options } : {};
}

function lengths(control: HtmlElement): Pick<ProposedField, 'min_length' | 'max_length'> {
  const least = wholeNumber(control, 'minlength');
  const most = wholeNumber(control, 'maxlength');
  return {
    ...(least !== undefined && least > 0 && (most === undefined || least <= most) && { min_length: least }),
    ...(most !== undefined && { max_length: most }),
  };
}

function patternOf(control: HtmlElement): Pick<ProposedField, 'pattern'> {
  const pattern = control.attributes.get('pattern') ?? '';
  return pattern === '' || pattern.length > MAX_PATTERN_LENGTH ? {} : { pattern };
}

function numberLimits(control: HtmlElement): Pick<ProposedField, 'min' | 'max' | 'step'> {
  const min = number(control, 'min');
  const max = number(control, 'max');
  const step = number(control, 'step');
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && (min === undefined || min <= max) && { max }),
    ...(step !== undefined && step > 0 && { step }),
  };
}

function dateLimits(control: HtmlElement): Pick<ProposedField, 'min' | 'max' | 'step'> {
  const min = date(control, 'min');
  const max = date(control, 'max');
  const step = number(control, 'step');
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && (min === undefined || min <= max) && { max }),
    ...(step !== undefined && step > 0 && Number.isInteger(step) && { step }),
  };
}

function wholeNumber({ attributes }: HtmlElement, name: string): number | undefined {
  const text = attributes.get(name)?.trim() ?? '';
  return /^\d{1,6}$/.test(text) && Number(text) <= MAX_TEXT_LENGTH ? Number(text) : undefined;
}

function number({ attributes }: HtmlElement, name: string): number | undefined {
  const text = attributes.get(name)?.trim() ?? '';
  return /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,2})?$/i.test(text) ? Number(text) : undefined;
}

function date({ attributes }: HtmlElement, name: string): string | undefined {
  const text = attributes.get(name)?.trim() ?? '';
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : undefined;
}

/**
 * Returns the accepted file types. Skips anything that is neither an extension nor a media type, because the
 * API would reject it.
 */
function acceptOf({ attributes }: HtmlElement): Pick<ProposedField, 'accept'> {
  const kinds = (attributes.get('accept') ?? '')
    .split(',')
    .map((kind) => kind.trim().toLowerCase())
    .filter((kind) =>
      /^(?:\.[\p{L}\p{N}][\p{L}\p{N}._+-]*|[a-z]+\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*))$/u.test(kind),
    );
  const accept = kinds.join(', ');
  return accept === '' || accept.length > 500 ? {} : { accept };
}
