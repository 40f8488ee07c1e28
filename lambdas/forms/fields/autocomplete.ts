/** Validates the value of a field's `autocomplete` (HTML standard, "Autofill"). */

/** Names of the data that browsers can fill in. */
const NAMES = new Set(
  [
    'on off name honorific-prefix given-name additional-name family-name honorific-suffix nickname username',
    'organization organization-title street-address address-line1 address-line2 address-line3 address-level1',
    'address-level2 address-level3 address-level4 country country-name postal-code bday bday-day bday-month',
    'bday-year sex url photo language one-time-code transaction-currency transaction-amount',
  ].flatMap((names) => names.split(' ')),
);
/** Names that can follow a kind of contact such as `home`, as in `home tel`. */
const CONTACT_NAMES = new Set(
  'tel tel-country-code tel-national tel-area-code tel-local tel-extension email impp'.split(' '),
);
const CONTACT_KIND = /^(?:home|work|mobile|fax|pager)$/;

/**
 * Returns true if browsers accept the tokens. The name of the data comes last, after an optional section, an
 * optional `shipping` or `billing`, and an optional kind of contact.
 */
export function isAutocomplete(text: string): boolean {
  const tokens = text.split(' ');
  const name = tokens.pop() ?? '';
  if (!NAMES.has(name) && !CONTACT_NAMES.has(name)) return false;
  if (name === 'on' || name === 'off') return tokens.length === 0;
  if (CONTACT_NAMES.has(name) && CONTACT_KIND.test(tokens.at(-1) ?? '')) tokens.pop();
  if (/^(?:shipping|billing)$/.test(tokens.at(-1) ?? '')) tokens.pop();
  if (/^section-[\w-]{1,50}$/.test(tokens.at(-1) ?? '')) tokens.pop();
  return tokens.length === 0;
}
