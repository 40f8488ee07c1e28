/**
 * Defines the settings of a form's hosted page, which shows the declared fields as a form (docs/specification.md,
 * "Hosted page").
 */
import * as z from 'zod';
import { ValidationFailed } from '../../core/errors/errors.ts';
import { oneLine } from '../../core/text/display-name.ts';
import { severalLines } from '../../core/text/several-lines.ts';
import { applyAppearanceInput } from '../appearance.ts';

/** Maximum number of websites that can show a form's hosted page in a frame. */
const MAX_FRAME_ORIGINS = 20;

/**
 * Matches a host without characters that separate the directives of a content security policy. URL parsers accept
 * some of these characters in a host.
 */
const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** Returns true if the text is exactly the origin of a website, in the notation that browsers use. */
const isExactOrigin = (text: string): boolean =>
  PLAIN_ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text;

const frameOrigins = z
  .array(
    z.string().max(300).refine(isExactOrigin, {
      error: 'must be an origin without a path or wildcard, for example https://www.example.com',
    }),
  )
  .max(MAX_FRAME_ORIGINS);

/** Hosted page settings in a request. Omitted properties keep their values, and null resets a property. */
export const pageInput = z
  .strictObject({
    enabled: z.boolean().describe('Whether the page exists.'),
    title: oneLine(200).nullable().describe("Title of the page; null for the form's name."),
    intro: severalLines(2000).nullable().describe('Text above the fields; null for none.'),
    submit_label: oneLine(200).nullable().describe("Label of the button; null for the service's text."),
    closed_text: severalLines(2000)
      .nullable()
      .describe('Text that is shown while the form is closed; null for the default text.'),
    index: z.boolean().describe('Whether search engines may list the page.'),
    frame_origins: frameOrigins.describe('Origins of the websites that may show the page in a frame.'),
  })
  .partial()
  .nullable()
  .describe(
    "The form's hosted page, `GET /v1/f/{slug}/page`, which shows the declared `fields` as a form. To enable the page, the form needs at least one declared field. Omitted properties keep their values, and null resets all of them.",
  );

export const hostedPage = z.object({
  enabled: z.boolean().describe('Whether the page exists.'),
  title: z.string().nullable().describe("Title of the page; null for the form's name."),
  intro: z.string().nullable().describe('Text above the fields, with line breaks; null for none.'),
  submit_label: z
    .string()
    .nullable()
    .describe("Label of the button; null for the visitor's word for “Send”."),
  closed_text: z
    .string()
    .nullable()
    .describe('Text that is shown while the form is closed, with line breaks; null for the default text.'),
  index: z.boolean().describe('Whether search engines may list the page. A closed page is never listed.'),
  frame_origins: z
    .array(z.string())
    .describe('Origins of the websites that may show the page in a frame. If empty, none may.'),
});
export type HostedPage = z.infer<typeof hostedPage>;

export const NO_PAGE: HostedPage = {
  enabled: false,
  title: null,
  intro: null,
  submit_label: null,
  closed_text: null,
  index: false,
  frame_origins: [],
};

/**
 * Applies the change to the page's settings and returns the result.
 * @param fields the fields that the form declares after the change
 * @throws ValidationFailed when the page is enabled and the form declares no fields
 */
export function applyPageInput(
  current: HostedPage,
  input: z.infer<typeof pageInput> | undefined,
  fields: readonly unknown[],
): HostedPage {
  const page = applyAppearanceInput(current, input, NO_PAGE);
  if (page.enabled && fields.length === 0) {
    throw new ValidationFailed([
      {
        path: 'page.enabled',
        message: 'needs declared fields, for example "fields": [{"name": "email", "type": "email"}]',
      },
    ]);
  }
  return page;
}
