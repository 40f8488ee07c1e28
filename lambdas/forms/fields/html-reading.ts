/** Determines the labels and visibility of form controls on a page. */
import type { HtmlElement } from './html-element.ts';

/** Yields the element and its descendants in document order. */
export function* walk(element: HtmlElement): Generator<HtmlElement> {
  const left = [element];
  for (let next = left.pop(); next; next = left.pop()) {
    yield next;
    left.push(...next.children.toReversed());
  }
}

/** Converts the text to a single line without invisible characters. */
export function plainText(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[\p{Cf}\u2028\u2029]/gu, '')
    .trim();
}

const CONTROLS = ['input', 'select', 'textarea', 'button', 'script', 'style', 'option'];

/** Returns the text in an element, except for the text in controls. */
export function textOf(element: HtmlElement): string {
  const collect = (each: HtmlElement): string =>
    each.text + each.children.map((child) => (CONTROLS.includes(child.tag) ? '' : collect(child))).join('');
  return plainText(collect(element));
}

const MAX_LABEL_LENGTH = 200;

/** Matches characters that mark required fields or end a label. */
const MARKS = /[\s:*]+$/u;

function asLabel(text: string | undefined): string | undefined {
  const label = plainText(text ?? '').replace(MARKS, '');
  return label === '' ? undefined : label.slice(0, MAX_LABEL_LENGTH);
}

/** Returns functions that find the labels of a page's controls and that check whether a control is disabled. */
export function labelsIn(elements: readonly HtmlElement[]) {
  const parents = new Map<HtmlElement, HtmlElement>();
  const byId = new Map<string, HtmlElement>();
  const labelFor = new Map<string, HtmlElement>();
  for (const element of elements) {
    for (const child of element.children) parents.set(child, element);
    const id = element.attributes.get('id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    const target = element.tag === 'label' ? element.attributes.get('for') : undefined;
    if (target !== undefined && !labelFor.has(target)) labelFor.set(target, element);
  }

  function ancestorsOf(element: HtmlElement): HtmlElement[] {
    const all: HtmlElement[] = [];
    for (let parent = parents.get(element); parent; parent = parents.get(parent)) all.push(parent);
    return all;
  }

  /**
   * Returns the label of an individual control: its label element, accessible name or placeholder, in this
   * order.
   */
  function ownLabel(control: HtmlElement): string | undefined {
    const { attributes } = control;
    const label =
      labelFor.get(attributes.get('id') ?? '') ?? ancestorsOf(control).find(({ tag }) => tag === 'label');
    const named = (attributes.get('aria-labelledby') ?? '').split(/\s+/).flatMap((id) => byId.get(id) ?? []);
    return (
      asLabel(label && textOf(label)) ??
      asLabel(named.map(textOf).join(' ')) ??
      asLabel(attributes.get('aria-label')) ??
      asLabel(attributes.get('placeholder'))
    );
  }

  /**
   * Returns the legend for a group of controls with the same name. The controls' own labels describe the
   * options.
   */
  function groupLabel(control: HtmlElement): string | undefined {
    const group = ancestorsOf(control).find(
      ({ tag, attributes }) => tag === 'fieldset' || /^(?:radio)?group$/.test(attributes.get('role') ?? ''),
    );
    const legend = group?.children.find(({ tag }) => tag === 'legend');
    const named = byId.get(group?.attributes.get('aria-labelledby') ?? '');
    return (
      asLabel(legend && textOf(legend)) ??
      asLabel(named && textOf(named)) ??
      asLabel(group?.attributes.get('aria-label'))
    );
  }

  return {
    ancestorsOf,
    labelOf: (control: HtmlElement, isGroup: boolean): string | undefined => {
      const isOfOptions = ['radio', 'checkbox'].includes(control.attributes.get('type')?.toLowerCase() ?? '');
      return isGroup && isOfOptions ? groupLabel(control) : ownLabel(control);
    },
    /** Returns true if the control is disabled. Browsers don't submit disabled controls. */
    isDisabled: (control: HtmlElement): boolean =>
      control.attributes.has('disabled') ||
      ancestorsOf(control).some(({ tag, attributes }) => tag === 'fieldset' && attributes.has('disabled')),
  };
}

const HIDING_STYLE =
  /(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|(?:left|top|right)\s*:\s*-\d{3,})/i;

/**
 * Returns true if a control might be a honeypot, because the control or an ancestor is hidden, or because
 * users can't reach it with the keyboard.
 */
export function isHiddenFromPeople(control: HtmlElement, ancestors: readonly HtmlElement[]): boolean {
  const { attributes } = control;
  if (attributes.get('tabindex')?.trim() === '-1' && attributes.get('autocomplete')?.trim() === 'off')
    return true;
  return [control, ...ancestors].some(
    (element) =>
      element.attributes.has('hidden') ||
      element.attributes.get('aria-hidden') === 'true' ||
      HIDING_STYLE.test(element.attributes.get('style') ?? ''),
  );
}
