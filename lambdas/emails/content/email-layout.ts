/**
 * Renders the layout of HTML e-mails. The layout loads no images or style sheets. It has a single column, so
 * that it looks the same on phones. It sets background colors for e-mail clients with a dark mode.
 */
import { TEXT_CONTRAST, withContrast } from '../../core/text/contrast.ts';
import { html, type Html } from '../../core/text/html.ts';
import { singleLine } from '../../core/text/text.ts';
import type { Language } from '../../core/text/language.ts';

const TEXT = '#1f2328';
const MUTED = '#59636e';
const LINE = '#d1d9e0';

const BACKGROUND = '#ffffff';

const FONT = `font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`;
const BODY = `margin:0;padding:0;background:${BACKGROUND};color:${TEXT};${FONT}`;
// Use a fixed table layout so that very long words wrap instead of widening the page.
const COLUMN = 'width:100%;max-width:600px;margin:0 auto;table-layout:fixed;border-collapse:collapse';
const CONTENT = `padding:24px 20px;background:${BACKGROUND};color:${TEXT};${FONT};overflow-wrap:anywhere;word-break:break-word`;
const BRAND = `margin:0 0 20px;padding:0 0 10px;border-bottom:3px solid;background:${BACKGROUND};font-size:15px;font-weight:600`;
const HEADING = 'margin:0 0 16px;font-size:20px;line-height:1.3;font-weight:600';
const FIELDS = 'width:100%;table-layout:fixed;border-collapse:collapse';
const NAME = `padding:12px 0 0;border-top:1px solid ${LINE};text-align:start;font-size:13px;font-weight:600;color:${MUTED}`;
const VALUE = 'padding:0 0 12px;text-align:start;white-space:pre-wrap';
const LINK = 'color:#0550ae';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#0550ae;color:#ffffff;font-weight:600;text-decoration:none';

/**
 * Builds the page.
 * @param lang language of the text; undefined if the form's owner wrote all of it but didn't set a language
 */
export function page(title: string, content: readonly Html[], lang?: Language): string {
  return html`<!doctype html>
    <html${lang && html` lang="${lang}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${title}</title>
      </head>
      <body style="${BODY}">
        <table role="presentation" style="${COLUMN}">
          <tr>
            <td style="${CONTENT}">${content}</td>
          </tr>
        </table>
      </body>
    </html> `.source;
}

interface EmailBrand {
  readonly name: string | null;
  readonly color: string | null;
}

/**
 * Renders the brand's name in its color, adjusted for contrast on white. Omits the logo, because e-mails
 * don't load images.
 */
export function brandHeader({ name, color }: EmailBrand): Html[] {
  if (name === null && color === null) return [];
  const line = color === null ? LINE : withContrast(color, BACKGROUND, TEXT_CONTRAST);
  const text = color === null ? TEXT : line;
  return [
    html`<div dir="auto" style="${BRAND};color:${text};border-bottom-color:${line}">${name ?? ''}</div> `,
  ];
}

/** Returns the brand's name as a plain text paragraph, or nothing if there is no name. */
export function brandLine({ name }: EmailBrand): string[] {
  return name === null ? [] : [singleLine(name)];
}

export const heading = (text: string): Html => html`<h1 style="${HEADING}">${text}</h1> `;

export const paragraph = (text: string): Html => html`<p style="margin:0 0 16px">${text}</p> `;

/** Renders text and preserves its line breaks. */
export const prose = (text: string): Html =>
  html`<div dir="auto" style="white-space:pre-wrap">${text}</div> `;

/** Renders a link for the main action, styled as a button. */
export const button = (href: string, text: string): Html =>
  html`<p style="margin:20px 0 16px">
    <a href="${href}" style="${BUTTON}">${text}</a>
  </p> `;

export const smallPrint = (
  lines: readonly string[],
  link?: { readonly href: string; readonly text: string },
): Html =>
  html`<p style="margin:16px 0 0;padding:16px 0 0;border-top:1px solid ${LINE};font-size:13px;color:${MUTED}">
    ${lines.map((line) => html`${line}<br />`)}
    ${link && html`<a href="${link.href}" style="${LINK}">${link.text}</a>`}
  </p> `;

/**
 * Renders the fields in the given order. Each value appears below its name, in the text direction of its
 * script.
 */
export function fieldTable(rows: readonly (readonly [name: string, value: string])[]): Html {
  return html`<table role="presentation" style="${FIELDS}">
    ${rows.map(
      ([name, value]) =>
        html`<tr>
            <td dir="auto" style="${NAME}">${name}</td>
          </tr>
          <tr>
            <td dir="auto" style="${VALUE}">${value}</td>
          </tr> `,
    )}
  </table> `;
}

export function linkList(
  title: string,
  links: readonly { href: string; text: string; note: string }[],
): Html {
  return html`<p
      style="margin:0;padding:12px 0 0;border-top:1px solid ${LINE};font-size:13px;font-weight:600;color:${MUTED}"
    >
      ${title}
    </p>
    <ul style="margin:4px 0 12px;padding:0 0 0 20px">
      ${links.map(
        ({ href, text, note }) =>
          html`<li style="padding:0 0 4px">
            <a href="${href}" dir="auto" style="${LINK}">${text}</a>
            <span style="font-size:13px;color:${MUTED}">(${note})</span>
          </li> `,
      )}
    </ul> `;
}
