/** The HTML page that a browser gets in place of JSON. */
import { createHash } from 'node:crypto';
import type { Language } from '../i18n/catalogue.ts';
import { Html, html } from '../core/html.ts';
import type { HttpResponse } from './http-response.ts';

export interface Page {
  readonly language: Language;
  /** Title of the window; the heading when absent. */
  readonly title?: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Says on a button what posting to the page's own address does. */
  readonly button?: string | undefined;
  /** Where to go from here. */
  readonly link?: { readonly href: string; readonly text: string } | undefined;
  readonly tone: 'good' | 'bad';
}

/** Contrasts are at least 7:1 for text and 4.5:1 for the link (WCAG 2.2, 1.4.3 and 1.4.6). */
const STYLE = `
:root { color-scheme: light dark; --page: #f3f4f6; --card: #fff; --text: #1b1f24; --link: #0b57d0; --good: #1a7f4b; --bad: #b3261e; --on-link: #fff }
@media (prefers-color-scheme: dark) {
  :root { --page: #101214; --card: #1b1e22; --text: #e8eaed; --link: #8ab4f8; --good: #57c98b; --bad: #f2938c; --on-link: #062e6f }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: flex; align-items: center; justify-content: center; padding: 1rem;
  background: var(--page); color: var(--text); font: 1.0625rem/1.55 system-ui, sans-serif }
main { width: 100%; max-width: 34rem; padding: 2.25rem 2rem 2rem; background: var(--card); border-radius: .75rem;
  box-shadow: inset 0 .375rem var(--good); overflow-wrap: anywhere }
main.bad { box-shadow: inset 0 .375rem var(--bad) }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25 }
p { margin: 0 0 1rem }
p:last-child { margin-bottom: 0 }
a { color: var(--link) }
button { padding: .75rem 1.25rem; border: 0; border-radius: .5rem; background: var(--link); color: var(--on-link);
  font: inherit; font-weight: 600; cursor: pointer }
form { margin: 1.5rem 0 0 }
a:focus-visible, button:focus-visible { outline: .1875rem solid; outline-offset: .1875rem }
`;

/** Not part of the template: a single space more and the policy's hash would not match. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

/**
 * No script, no resource from anywhere, no form, and the one style above. Any site may show the page in a frame:
 * forms in frames are common, and there is nothing here to click by mistake. A page with a button is in no frame.
 */
function policyOf({ button }: Page): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    ...(button === undefined ? ["form-action 'none'"] : ["form-action 'self'", "frame-ancestors 'none'"]),
  ].join('; ');
}

export function pageResponse(
  status: number,
  page: Page,
  headers: HttpResponse['headers'] = {},
): HttpResponse {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': page.language,
      'content-security-policy': policyOf(page),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    html: sourceOf(page),
  };
}

function sourceOf({ language, heading, title = heading, paragraphs, button, link, tone }: Page): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main class="${tone}">
          <h1>${heading}</h1>
          ${paragraphs.map((text) => html`<p>${text}</p>`)}
          ${button &&
          html`<form method="post"><button type="submit">${button}</button></form>`}
          ${link && html`<p><a href="${link.href}">${link.text}</a></p>`}
        </main>
      </body>
    </html> `.source;
}
