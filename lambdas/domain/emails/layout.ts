/** The look of the HTML part: no image, no style sheet, nothing that is fetched from anywhere. */
import { html, type Html } from '../html.ts';

const BODY = 'margin:0;padding:24px;font:15px/1.5 system-ui,Helvetica,Arial,sans-serif;color:#1b1b1b';
const NAME =
  'padding:8px 16px 8px 0;text-align:left;vertical-align:top;font-weight:600;border-top:1px solid #ddd';
const VALUE = 'padding:8px 0;vertical-align:top;border-top:1px solid #ddd;white-space:pre-wrap';

export function page(title: string, content: readonly Html[]): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
      </head>
      <body style="${BODY}">
        ${content}
      </body>
    </html> `.source;
}

export const paragraph = (text: string): Html => html`<p style="margin:0 0 16px">${text}</p> `;

/** Text whose line breaks stay. */
export const prose = (text: string): Html =>
  html`<div dir="auto" style="white-space:pre-wrap">${text}</div> `;

export const smallPrint = (lines: readonly string[]): Html =>
  html`<p style="margin:16px 0 0;font-size:13px;color:#666">${lines.map((line) => html`${line}<br />`)}</p> `;

/** A field a row, in the order given; each value runs in the direction of its own script. */
export function fieldTable(rows: readonly (readonly [name: string, value: string])[]): Html {
  return html`<table style="border-collapse:collapse;width:100%">
    ${rows.map(
      ([name, value]) =>
        html`<tr>
          <th scope="row" dir="auto" style="${NAME}">${name}</th>
          <td dir="auto" style="${VALUE}">${value}</td>
        </tr> `,
    )}
  </table> `;
}

export function linkList(
  title: string,
  links: readonly { href: string; text: string; note: string }[],
): Html {
  return html`<p style="margin:16px 0 0;font-weight:600">${title}</p>
    <ul style="margin:4px 0 0">
      ${links.map(({ href, text, note }) => html`<li><a href="${href}">${text}</a> (${note})</li> `)}
    </ul> `;
}
