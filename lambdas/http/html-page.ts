/** Builds the HTML page that browsers get instead of JSON. */
import { createHash } from 'node:crypto';
import type { Language } from '../core/text/language.ts';
import { EDGE_CONTRAST, textOn, withContrast } from '../core/text/contrast.ts';
import { Html, html } from '../core/text/html.ts';
import type { HttpResponse } from './http-response.ts';
import { QUESTION_STYLE, questionForm, type PageQuestion } from './page-question.ts';

export interface Page {
  readonly language: Language;
  /** The window's title. Defaults to the heading. */
  readonly title?: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /**
   * True if the heading or paragraphs contain text from the form, which can be in any language or script.
   */
  readonly isOwnText?: boolean;
  /** A short summary on the page, as names and values. */
  readonly facts?: readonly { readonly name: string; readonly values: readonly string[] }[] | undefined;
  /** Label of a button that submits to the page's URL. */
  readonly button?: string | undefined;
  /** A question with a button for each answer, shown instead of a single button. */
  readonly question?: PageQuestion | undefined;
  /** Additional information next to the question. */
  readonly note?: string | undefined;
  /**
   * True for pages that respond to form submissions. Forms are often embedded in frames, and the response
   * appears in the same frame.
   */
  readonly mayBeFramed?: true;
  /** URL that the browser is redirected to automatically. */
  readonly refresh?: string | undefined;
  readonly link?: PageLink | undefined;
  /** A second link, as an alternative to `link`. */
  readonly secondLink?: PageLink | undefined;
  /** The values that the visitor entered in a form. */
  readonly entries?: Entries | undefined;
  readonly fieldErrors?: readonly { readonly label: string; readonly message: string }[] | undefined;
  /** A section for the website's owner rather than the visitor. */
  readonly forOwner?:
    { readonly heading: string; readonly text: string; readonly link: PageLink } | undefined;
  /** A form below the text, with the sources that the page's policy must allow. */
  readonly form?: PageForm | undefined;
  /** Origins that may show the page in a frame. Takes precedence over `mayBeFramed`. */
  readonly frameOrigins?: readonly string[] | undefined;
  /** True if the page reports its height to the surrounding website. */
  readonly tellsHeight?: boolean;
  /** True if search engines may list the page. */
  readonly isIndexed?: boolean;
  readonly brand?: PageBrand | undefined;
  readonly tone: 'good' | 'neutral' | 'bad';
}

/** A form that submits to this service. */
export interface PageForm {
  readonly content: Html;
  readonly style: string;
  /** URLs of scripts: paths on this service, or URLs of one of `origins`. */
  readonly scripts: readonly string[];
  /** Origins that scripts and frames may be loaded from. */
  readonly origins: readonly string[];
  /** Other origins that scripts may send requests to. */
  readonly connectsTo: readonly string[];
  /** True if a script may start a worker from a blob. */
  readonly hasWorker: boolean;
  /** URLs that the browser may be redirected to after submitting the form. */
  readonly leadsTo: readonly string[];
}

interface PageLink {
  readonly href: string;
  readonly text: string;
}

/** Name, logo and color of a form's brand. Null values leave the default appearance unchanged. */
export interface PageBrand {
  readonly name: string | null;
  /** Must be https with a plain host name because it is inserted into the content security policy. */
  readonly logo_url: string | null;
  /** `#rrggbb` */
  readonly color: string | null;
}

interface Entries {
  readonly heading: string;
  readonly hints: readonly string[];
  readonly fields: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** The contrast is at least 7:1 for text and 4.5:1 for links (WCAG 2.2, 1.4.3 and 1.4.6). */
const STYLE = `
:root { color-scheme: light dark; --page: #f3f4f6; --card: #fff; --text: #1b1f24; --soft: #4a5058; --line: #d9dce1;
  --field: #f6f7f9; --link: #0b57d0; --on-link: #fff; --edge: transparent; --good: #1a7f4b; --neutral: #0b57d0; --bad: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --page: #101214; --card: #1b1e22; --text: #e8eaed; --soft: #b9bfc7; --line: #3a3f46; --field: #24282d;
    --link: #8ab4f8; --on-link: #0d1a2e; --good: #57c98b; --neutral: #8ab4f8; --bad: #f2938c }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: flex; align-items: center; justify-content: center; padding: 1rem;
  background: var(--page); color: var(--text); font: 1.0625rem/1.55 system-ui, sans-serif }
main { position: relative; width: 100%; max-width: 38rem; padding: 2.5rem 2.25rem 2.25rem; background: var(--card);
  border-radius: .75rem; box-shadow: 0 .0625rem .25rem rgb(0 0 0 / .12); overflow: hidden; overflow-wrap: anywhere }
main::before { content: ""; position: absolute; inset: 0 0 auto; height: .3125rem; background: var(--good) }
main.neutral::before { background: var(--neutral) }
main.bad::before { background: var(--bad) }
h1 { margin: 0 0 1rem; font-size: 1.625rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance }
h2 { margin: 0 0 .375rem; font-size: 1.125rem; line-height: 1.35 }
p { margin: 0 0 .875rem; text-wrap: pretty; white-space: pre-line }
p:last-child { margin-bottom: 0 }
.brand { margin: 0 0 1.25rem; font-weight: 600 }
.brand img { display: block; max-width: min(100%, 15rem); max-height: 3.5rem; object-fit: contain }
@media (prefers-color-scheme: dark) { .brand img { padding: .375rem .5rem; border-radius: .375rem; background: #fff; color: #1b1f24 } }
.errors { margin: 1.25rem 0; padding: .25rem 1rem; border-inline-start: .25rem solid var(--bad); border-radius: .375rem;
  background: var(--field) }
.errors li { padding: .625rem 0 }
.errors b, .errors span { display: block }
.errors span { color: var(--bad) }
.go { margin: 1.5rem 0 0 }
a, button { display: inline-block; padding: .5625rem 1.1875rem; border: .0625rem solid var(--edge); border-radius: .5rem; background: var(--link);
  color: var(--on-link); font-weight: 600; text-decoration: none }
button { font: inherit; font-weight: 600; cursor: pointer }
a.second, button.second { margin-inline-start: .625rem; background: none; border-color: var(--soft); color: var(--text) }
.facts dd { padding: .5rem .75rem }
.note { margin: 1.25rem 0 0; color: var(--soft); font-size: .9375rem }
a.second:first-child { margin: 0 }
a:hover, button:hover { text-decoration: underline }
a:focus-visible, button:focus-visible, .long:focus-visible { outline: .1875rem solid var(--text); outline-offset: .1875rem }
section { margin-top: 2rem; padding-top: 1.5rem; border-top: .0625rem solid var(--line) }
section p { margin-bottom: .5rem; color: var(--soft); font-size: 1rem }
dl { margin: 1.25rem 0 0 }
dt { margin: 0 0 .25rem; color: var(--soft); font-size: .9375rem; font-weight: 600 }
dd { margin: 0 0 1rem; padding: .5rem .75rem; border-radius: .375rem; background: var(--field) }
dd:last-child { margin-bottom: 0 }
dd [dir] { white-space: pre-wrap }
ul { margin: 0; padding: 0; list-style: none }
.long { max-height: 14rem; overflow-y: auto }
li + li { margin-top: .25rem; padding-top: .25rem; border-top: .0625rem solid var(--line) }
@media (max-width: 30rem) {
  main { padding: 1.875rem 1.25rem 1.5rem }
  h1 { font-size: 1.4375rem }
  .go a, .go button { display: block; width: 100%; text-align: center }
  a.second:not(:first-child), button.second { margin: .625rem 0 0 }
}
`;

/**
 * Styles for pages in a frame on a website. The script `embed.js` adds the class `framed`. It sets no minimum
 * height, so that the frame can shrink again.
 */
const FRAMED_STYLE = `
.framed body { display: block; min-height: 0; padding: 0; background: var(--card) }
.framed main { max-width: none; min-height: 0; padding: 1.25rem; border-radius: 0; box-shadow: none }
.framed main::before { display: none }
`;
const EMBED_SCRIPT = '/v1/embed.js';

/**
 * The stylesheet isn't part of the page template, because a single extra space would invalidate its hash in
 * the content security policy.
 */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

/** Background color of the card in each theme, used to measure the contrast of a brand's color. */
const CARD = { light: '#ffffff', dark: '#1b1e22' };

/**
 * Replaces the default color with the brand's color, except for errors, which stay red. The border keeps the
 * brand's color visible in both themes.
 */
function brandStyles(brand: PageBrand | undefined): string[] {
  if (!brand || brand.color === null) return [];
  const { color } = brand;
  const variables = (card: string): string =>
    `:root{--link:${color};--on-link:${textOn(color)};--good:${color};--neutral:${color};` +
    `--edge:${withContrast(color, card, EDGE_CONTRAST)}}`;
  return [`${variables(CARD.light)}@media (prefers-color-scheme: dark){${variables(CARD.dark)}}`];
}

/** Returns the styles that only some pages need. */
const extraStyles = ({
  question,
  form,
  tellsHeight = false,
  brand,
}: Pick<Page, 'question' | 'form' | 'tellsHeight' | 'brand'>): string[] => [
  ...(question ? [QUESTION_STYLE] : []),
  ...(form ? [form.style] : []),
  ...(tellsHeight ? [FRAMED_STYLE] : []),
  ...brandStyles(brand),
];

/**
 * Builds the content security policy. It allows only the page's own scripts, the styles above and the brand's
 * logo. Pages without a button, question or form can't submit forms. Other sites can't show the page in a frame,
 * unless `frameOrigins` or `mayBeFramed` allows it.
 */
function policyOf(page: Page): string {
  const { button, question, form, brand, mayBeFramed, frameOrigins } = page;
  const styles = [STYLE, ...extraStyles(page)];
  return [
    "default-src 'none'",
    `style-src ${styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`).join(' ')}`,
    ...(brand && brand.logo_url !== null ? [`img-src ${new URL(brand.logo_url).origin}`] : []),
    "base-uri 'none'",
    ...scriptSources(page),
    ...(button === undefined && !question && !form
      ? ["form-action 'none'"]
      : [["form-action 'self'", ...(question?.leadsTo ?? []), ...(form?.leadsTo ?? [])].join(' ')]),
    ...(frameOrigins && frameOrigins.length > 0
      ? [`frame-ancestors ${frameOrigins.join(' ')}`]
      : mayBeFramed
        ? []
        : ["frame-ancestors 'none'"]),
  ].join('; ');
}

/** Returns the URLs of the page's scripts. */
const scriptsOf = ({ form, tellsHeight = false }: Pick<Page, 'form' | 'tellsHeight'>): readonly string[] => [
  ...(form?.scripts ?? []),
  ...(tellsHeight ? [EMBED_SCRIPT] : []),
];

function scriptSources(page: Page): string[] {
  if (scriptsOf(page).length === 0) return [];
  const { origins = [], connectsTo = [], hasWorker = false } = page.form ?? {};
  return [
    ["script-src 'self'", ...origins].join(' '),
    ...(page.form ? [["connect-src 'self'", ...connectsTo].join(' ')] : []),
    ...(hasWorker ? ['worker-src blob:'] : []),
    ...(origins.length > 0 ? [`frame-src ${origins.join(' ')}`] : []),
  ];
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
      // Pages with a form or a question don't use `no-referrer`, because browsers would then submit the form
      // without the page's origin.
      'referrer-policy': page.question || page.form ? 'same-origin' : 'no-referrer',
      ...headers,
    },
    html: sourceOf(page),
  };
}

function sourceOf({
  language,
  heading,
  title = heading,
  paragraphs,
  facts = [],
  button,
  question,
  note,
  refresh,
  link,
  secondLink,
  entries,
  forOwner,
  form,
  tellsHeight = false,
  isIndexed = false,
  brand,
  fieldErrors = [],
  isOwnText = false,
  tone,
}: Page): string {
  const direction = isOwnText ? html` dir="auto"` : undefined;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${isIndexed ? undefined : html`<meta name="robots" content="noindex" />`}
        ${refresh === undefined ? undefined : html`<meta http-equiv="refresh" content="0; url=${refresh}" />`}
        <title>${title}</title>
        ${STYLE_ELEMENT}${extraStyles({ question, form, tellsHeight, brand }).map((style) => new Html(`<style>${style}</style>`))}
        ${scriptsOf({ form, tellsHeight }).map((url) => html`<script src="${url}" defer></script>`)}
      </head>
      <body>
        <main class="${tone}">
          ${brand && brandHeader(brand)}
          <h1${direction}>${heading}</h1>
          ${paragraphs.map((text) => html`<p${direction}>${text}</p>`)}
          ${facts.length > 0 ? html`<dl class="facts">${factList(facts)}</dl>` : undefined}
          ${fieldErrors.length > 0 ? errorList(fieldErrors) : undefined}
          ${button && html`<form method="post" class="go"><button type="submit">${button}</button></form>`}
          ${form?.content}${question && questionForm(question)}
          ${note === undefined ? undefined : html`<p class="note">${note}</p>`}
          ${linksOf(link, secondLink)}
          ${entries && entriesSection(entries)}
          ${forOwner && ownerSection(forOwner)}
        </main>
      </body>
    </html> `.source;
}

function factList(facts: NonNullable<Page['facts']>): Html[] {
  return facts.map(
    ({ name, values }) =>
      html`<dt>${name}</dt>
        <dd>${values.length === 1 ? html`<div dir="auto">${values[0]}</div>` : listOf(values)}</dd>`,
  );
}

function linksOf(first: PageLink | undefined, second: PageLink | undefined): Html | undefined {
  const links = [
    ...(first ? [html`<a href="${first.href}">${first.text}</a>`] : []),
    ...(second ? [html`<a class="second" href="${second.href}">${second.text}</a>`] : []),
  ];
  return links.length === 0 ? undefined : html`<p class="go">${links}</p>`;
}

function errorList(errors: NonNullable<Page['fieldErrors']>): Html {
  return html`<ul class="errors">
    ${errors.map(({ label, message }) => html`<li><b dir="auto">${label}</b> <span>${message}</span></li>`)}
  </ul>`;
}

/**
 * Builds the brand's header. Uses the brand's name as the logo's alternative text, or shows the name if there
 * is no logo.
 */
function brandHeader({ name, logo_url }: PageBrand): Html | undefined {
  if (logo_url !== null) {
    return html`<div class="brand"><img src="${new URL(logo_url).href}" alt="${name ?? ''}" /></div>`;
  }
  return name === null ? undefined : html`<div class="brand" dir="auto">${name}</div>`;
}

function ownerSection({ heading, text, link }: NonNullable<Page['forOwner']>): Html {
  return html`<section>
    <h2>${heading}</h2>
    <p>${text}</p>
    ${linksOf(undefined, link)}
  </section>`;
}

function entriesSection({ heading, hints, fields }: Entries): Html {
  return html`<section>
    <h2>${heading}</h2>
    ${hints.map((text) => html`<p>${text}</p>`)}
    <dl>
      ${fields.map(({ name, values }, index) => {
        const id = `field-${index}`;
        return html`<dt id="${id}" dir="auto">${name}</dt>
          <dd>${valueElement(id, values)}</dd>`;
      })}
    </dl>
  </section>`;
}

/** Minimum length of values that are shown in a separate scrolling block, in characters. */
const LONG_TEXT = 500;
const LONG_LINES = 9;

/**
 * Builds the element for a field's values. Keeps line breaks so that copied text matches the input.
 * @param labelId id of the element that contains the field's name
 */
function valueElement(labelId: string, values: readonly string[]): Html {
  const text = values.join('\n');
  const isLong = text.length > LONG_TEXT || text.split('\n', LONG_LINES + 1).length > LONG_LINES;
  const block = values.length === 1 ? html`<div dir="auto">${text}</div>` : listOf(values);
  return isLong
    ? html`<div class="long" tabindex="0" role="group" aria-labelledby="${labelId}">${block}</div>`
    : block;
}

function listOf(values: readonly string[]): Html {
  return html`<ul>
    ${values.map((value) => html`<li dir="auto">${value}</li>`)}
  </ul>`;
}
