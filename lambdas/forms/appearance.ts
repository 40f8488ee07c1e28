/**
 * What a form shows to those who fill it in, beyond the service's own texts: its language, its page of thanks and its
 * brand (docs/specification.md, "Language, thanks and brand").
 */
import * as z from 'zod';
import { isPlainLine, isPlainText } from '../core/text.ts';
import { languages } from '../core/language.ts';
import { hasCredentials, logoAddress } from '../core/web-address.ts';

const NOT_PLAIN = 'must not hold control characters or marks that turn the direction of text';
const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine(isPlainLine, {
      error: `${NOT_PLAIN}, and stand on one line`,
    });
const lines = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine((text) => isPlainText(text.replaceAll('\r', '')), { error: NOT_PLAIN });

/** An address of the web without a name or password in it. */
const page = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2048)
  .refine((text) => !hasCredentials(text), { error: 'must not hold a name or password' });

const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #0b57d0');

export const language = z
  .enum(languages)
  .nullable()
  .describe(
    'Language of the pages that browsers get and of field errors, for visitors whose own language the service does not have, and of the e-mails about the form; null for English.',
  );

/** The page of thanks, as a client sets it; members left out stay as they are, null takes back what was set. */
export const thankYouInput = z
  .strictObject({
    heading: line(200).nullable(),
    text: lines(2000).nullable(),
    link: page.nullable(),
  })
  .partial()
  .nullable()
  .describe(
    "The page that browsers get after a post when there is no `redirect_url`: text as it is, without markup. A null member leaves the service's own text. Members left out stay as they are; null resets all of them.",
  );

/** The brand, as a client sets it; members left out stay as they are, null takes back what was set. */
export const brandInput = z
  .strictObject({ name: line(100).nullable(), logo_url: logoAddress.nullable(), color: color.nullable() })
  .partial()
  .nullable()
  .describe(
    'Whose form it is: shown on the pages that browsers get, the name and colour in e-mails too. The service keeps text readable on any colour. Members left out stay as they are; null resets all of them.',
  );

export const thankYou = z.object({
  heading: z.string().nullable().describe('Heading of the page; null for "Thank you".'),
  text: z
    .string()
    .nullable()
    .describe('Text of the page, whose line breaks stay; null for one of the service.'),
  link: z
    .string()
    .nullable()
    .describe('Where the button leads; null for the page that the visitor comes from.'),
});
export type ThankYou = z.infer<typeof thankYou>;
export const NO_THANK_YOU: ThankYou = { heading: null, text: null, link: null };

export const brand = z.object({
  name: z.string().nullable().describe('Name of the company or person; null for none.'),
  logo_url: z.string().nullable().describe('Address of a picture, https; null for none.'),
  color: z.string().nullable().describe('Colour as `#rrggbb`; null for that of the service.'),
});
export type Brand = z.infer<typeof brand>;
export const NO_BRAND: Brand = { name: null, logo_url: null, color: null };

/** The settings after a change. */
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
