/** Decides whether a control of the hosted page can show what a visitor entered. */
import { isDate } from '../../forms/fields/calendar-date.ts';
import type { FormField } from '../../forms/fields/field.ts';
import type { TypedField } from '../../http/body/typed-fields.ts';

/**
 * Matches numbers that browsers keep in `<input type="number">` (HTML standard, "valid floating-point
 * number").
 */
const BROWSER_NUMBER = /^-?(?:\d+|\d*\.\d+)(?:e[+-]?\d+)?$/i;
/** The value that browsers send for a checkbox without a `value` attribute. */
const CHECKED = 'on';

/**
 * Returns true if the field's control shows the whole input. Browsers clear numbers and dates that they can't
 * parse, and remove line breaks from single-line fields. Such input was sent from an older copy of the page
 * that had other fields.
 */
export function isShownInField({ type, options }: FormField, { values, files }: TypedField): boolean {
  if (type === 'file') return values.length === 0;
  if (files.length > 0) return false;
  const [value = '', ...others] = values;
  switch (type) {
    case 'text':
      return true;
    case 'choices':
      return options === undefined || values.every((each) => options.includes(each));
    case 'choice':
      return others.length === 0 && (options ?? []).includes(value);
    case 'checkbox':
      return others.length === 0 && value === CHECKED;
    case 'number':
      return others.length === 0 && BROWSER_NUMBER.test(value);
    case 'date':
      return others.length === 0 && isDate(value);
    case 'email':
    case 'url':
    case 'tel':
      return !/[\r\n]/.test(values.join(''));
  }
}
