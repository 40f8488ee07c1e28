/** Builds the pages that show the local service's e-mails. */
import { createHash } from 'node:crypto';
import type { Address } from 'postal-mime';
import { Html, html } from '../../lambdas/core/text/html.ts';
import type { StoredEmail } from './mailbox.ts';

const STYLE = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.5rem } h2 { font-size: 1.125rem; margin-top: 2rem }
ol { list-style: none; padding: 0 }
li { border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
li a { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; padding: .625rem .5rem; border-radius: .375rem; color: inherit; text-decoration: none }
li a:hover { background: color-mix(in srgb, currentColor 7%, transparent) }
li b { flex: 1 1 100% }
small, dt { opacity: .75 }
time { white-space: nowrap; font-variant-numeric: tabular-nums }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem } dd { margin: 0 }
iframe { width: 100%; height: 36rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; background: #fff }
pre { white-space: pre-wrap; padding: 1rem; border-radius: .5rem; background: color-mix(in srgb, currentColor 7%, transparent) }
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Content security policy for the pages, which run no scripts and load only the e-mail's frame. */
export const PAGE_POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Permissions for the frame, which can only follow links that the user clicks. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

/** Content security policy for the rendered e-mail, which is never trusted. */
export const EMAIL_POLICY = `sandbox ${SANDBOX}; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors 'self'`;

/** Returns the page that lists e-mails. */
export function listPage(mails: readonly StoredEmail[]): string {
  return page(
    'E-mails',
    html`<p>
        E-mails of the local service, newest first. They aren’t delivered to anyone.
        <a href="/mail">Refresh</a>
      </p>
      ${
        mails.length === 0
          ? html`<p>No e-mails yet. Submit a form that notifies someone.</p>`
          : html`<ol>
              ${mails.map(
                ({ id, parsed }) =>
                  html`<li>
                    <a href="/mail/${id}"
                      ><b>${parsed.subject ?? 'No subject'}</b> <small>to ${named(parsed.to)}</small>
                      <small>${sentAt(parsed.date)}</small></a
                    >
                  </li>`,
              )}
            </ol>`
      }`,
  );
}

/** Returns the page that shows an e-mail as rendered, as plain text and as it was sent. */
export function emailPage({ id, raw, parsed }: StoredEmail): string {
  const header: [string, string | Html][] = [
    ['From', named(parsed.from ? [parsed.from] : [])],
    ['To', named(parsed.to)],
    ['Reply to', named(parsed.replyTo)],
    ['Sent', sentAt(parsed.date)],
  ];
  return page(
    parsed.subject ?? 'No subject',
    html`<p><a href="/mail">All e-mails</a></p>
      <dl>
        ${header
          .filter(([, value]) => value !== '')
          .map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd>${value}</dd>`,
          )}
      </dl>
      <iframe title="Rendered e-mail" src="/mail/${id}/rendered" sandbox="${SANDBOX}"></iframe>
      <p><a href="/mail/${id}/rendered">Open the e-mail without a frame</a></p>
      <h2>Plain text</h2>
      <pre>${linked(parsed.text ?? '')}</pre>
      <h2>Raw</h2>
      <p><a href="/mail/${id}/raw">Open as text</a></p>
      <details>
        <summary>Show</summary>
        <pre>${raw.toString('utf8')}</pre>
      </details>`,
  );
}

/** Returns an e-mail's HTML. The links open in the window instead of the frame. */
export function renderedEmail({ parsed }: StoredEmail): string {
  const source = parsed.html ?? html`<pre>${parsed.text ?? ''}</pre>`.source;
  const base = '<base target="_top">';
  return source.includes('<head>') ? source.replace('<head>', `<head>${base}`) : `${base}${source}`;
}

/** Returns the page for an e-mail that doesn't exist. */
export const missingPage = (): string => page('No such e-mail', html`<p><a href="/mail">All e-mails</a></p>`);

const named = (addresses: readonly Address[] | undefined): string =>
  (addresses ?? []).map(({ name, address = '' }) => (name ? `${name} <${address}>` : address)).join(', ');

const TIMES = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats the time that an e-mail was sent, in this machine's time zone. */
const sentAt = (date: string | undefined): Html | string =>
  date === undefined ? '' : html`<time datetime="${date}">${TIMES.format(new Date(date))}</time>`;

/** Converts URLs in a text to HTML links, and escapes the rest of the text. */
function linked(text: string): Html {
  const parts = text.split(/(https?:\/\/[^\s<>"']+)/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))}`;
}

function page(heading: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${heading}</title>
        ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          ${content}
        </main>
      </body>
    </html>`.source;
}
