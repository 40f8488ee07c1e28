/**
 * Defines a form's appearance settings: language, thank-you page and brand (docs/specification.md, "Language,
 * thank-you page and brand").
 */
import * as z from 'zod';
import { oneLine } from '../core/text/display-name.ts';
import { severalLines } from '../core/text/several-lines.ts';
import { languages } from '../core/text/language.ts';
import { logoAddress, pageAddress } from '../core/text/web-address.ts';

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a color, for example #0b57d0');

export const language = z
  .enum(languages)
  .nullable()
  .describe(
    "Language of the form's e-mails, and of pages and field errors for visitors whose own language is not supported. Null for English.",
  );

/**
 * Thank-you page settings in a request. Omitted properties keep their values, and null resets a property.
 */
export const thankYouInput = z
  .strictObject({
    heading: oneLine(200).nullable(),
    text: severalLines(2000).nullable(),
    link: pageAddress.nullable(),
  })
  .partial()
  .nullable()
  .describe(
    'The page that visitors see after a submission if there is no `redirect_url`. It is plain text without markup. Set a property to null to use the default text. Omitted properties keep their values, and null resets all of them.',
  );

/** Brand settings in a request. Omitted properties keep their values, and null resets a property. */
export const brandInput = z
  .strictObject({ name: oneLine(100).nullable(), logo_url: logoAddress.nullable(), color: color.nullable() })
  .partial()
  .nullable()
  .describe(
    "Name, logo and color of the form's owner, shown on pages for visitors. E-mails also use the name and the color. Text stays readable on any color. Omitted properties keep their values, and null resets all of them.",
  );

export const thankYou = z.object({
  heading: z.string().nullable().describe('Heading of the page; null for "Thank you".'),
  text: z.string().nullable().describe('Text of the page, with line breaks; null for the default text.'),
  link: z.string().nullable().describe('URL of the button; null for the page that the visitor came from.'),
});
export type ThankYou = z.infer<typeof thankYou>;
export const NO_THANK_YOU: ThankYou = { heading: null, text: null, link: null };

export const brand = z.object({
  name: z.string().nullable().describe('Name of the company or person; null for none.'),
  logo_url: z.string().nullable().describe('HTTPS URL of a logo; null for none.'),
  color: z.string().nullable().describe('Color as `#rrggbb`; null for the default color.'),
});
export type Brand = z.infer<typeof brand>;
export const NO_BRAND: Brand = { name: null, logo_url: null, color: null };

/** Applies the change to the appearance settings and returns the result. */
export function applyAppearanceInput<Settings extends object>(
  current: Settings,
  input: { readonly [Name in keyof Settings]?: Settings[Name] | undefined } | null | undefined,
  none: Settings,
): Settings {
  if (input === undefined) return current;
  if (input === null) return none;
  const sent = Object.entries(input).filter(([, value]) => value !== undefined);
  return { ...current, ...Object.fromEntries(sent) };
}
