/** Builds a form's hosted page for open forms, closed forms and rejected submissions. */
import { isProblem } from '../../core/errors/errors.ts';
import { EDGE_CONTRAST, TEXT_CONTRAST, withContrast } from '../../core/text/contrast.ts';
import { html, type Html } from '../../core/text/html.ts';
import type { IngestForm } from '../../forms/form.ts';
import type { TypedFields } from '../../http/body/typed-fields.ts';
import type { BrowserClient } from '../../http/browser.ts';
import { pageResponse, type Page, type PageForm } from '../../http/html-page.ts';
import type { HttpResponse } from '../../http/http-response.ts';
import { problemOf } from '../../http/problem-document.ts';
import { visitorFailure } from '../../http/visitor-failure.ts';
import { translations } from '../../i18n/catalogues.ts';
import { hostedTexts } from '../../i18n/visitors/hosted-texts.ts';
import { entriesOf, fieldErrors, paragraphsOf } from '../browser-pages.ts';
import { HOSTED_STYLE } from './hosted-style.ts';
import { isShownInField } from './kept-input.ts';
import { pageChallenge } from './page-challenge.ts';
import { fieldHtml } from './page-field.ts';

export type HostedForm = Pick<
  IngestForm,
  'name' | 'status' | 'page' | 'fields' | 'brand' | 'challenge' | 'honeypot_field' | 'redirect_url'
>;

/** A hosted page and the browser that requested it. */
export interface HostedRequest {
  readonly form: HostedForm;
  /** The form's slug or id, as in the page's URL. */
  readonly slug: string;
  readonly browser: BrowserClient;
  /** Origin that the form script uploads large files to. */
  readonly uploadOrigin?: string | undefined;
  /** If true, the page contains no scripts. */
  readonly isPreview?: boolean;
}

/** A rejected submission from a hosted page. */
interface RefusedPost {
  readonly thrown: unknown;
  readonly typed: TypedFields | undefined;
}

/** Builds the page of a form that accepts submissions. */
export function openPage(request: HostedRequest): HttpResponse {
  return response(200, request, {
    paragraphs: introOf(request),
    form: formOf(request),
    tone: 'neutral',
    isIndexed: request.form.page.index,
  });
}

/** Builds the page of a closed form. The page has no controls. */
export function closedPage(request: HostedRequest): HttpResponse {
  return response(200, request, { paragraphs: closedText(request), tone: 'neutral' });
}

/**
 * Builds the page for a rejected submission. If the form is closed, the page lists the visitor's input.
 * Otherwise, the page shows the form again, with the errors and the visitor's input in the fields.
 */
export function refusedHostedPage(request: HostedRequest, post: RefusedPost): HttpResponse {
  const { form, browser } = request;
  const { language } = browser;
  const { thrown, typed } = post;
  if (isClosed(thrown)) {
    const { happened } = visitorFailure(thrown, { method: 'POST' }, language);
    return response(403, request, {
      paragraphs: [happened, ...(form.page.closed_text === null ? [] : closedText(request))],
      entries: typed && entriesOf(typed, form.fields, language),
      tone: 'bad',
    });
  }
  const { status, headers } = problemOf(thrown, translations[language]);
  const { heading } = visitorFailure(thrown, { method: 'POST' }, language);
  return response(
    status,
    request,
    {
      title: `${heading} – ${titleOf(form)}`,
      paragraphs: introOf(request),
      form: formOf(request, post),
      entries: typed && entriesOf(withoutShown(typed, form), form.fields, language),
      tone: 'bad',
    },
    headers,
  );
}

const isClosed = (thrown: unknown): boolean =>
  isProblem(thrown) && (thrown.name === 'FormNotLive' || thrown.name === 'QuotaExceeded');

function response(
  status: number,
  { form, browser: { language }, isPreview = false }: HostedRequest,
  page: Omit<Page, 'language' | 'heading'>,
  headers: HttpResponse['headers'] = {},
): HttpResponse {
  const title = titleOf(form);
  return pageResponse(
    status,
    {
      language,
      heading: title,
      title: form.brand.name === null ? title : `${title} – ${form.brand.name}`,
      isOwnText: true,
      brand: form.brand,
      frameOrigins: form.page.frame_origins,
      tellsHeight: form.page.frame_origins.length > 0 && !isPreview,
      ...page,
    },
    { ...(!page.isIndexed && { 'x-robots-tag': 'noindex' }), ...headers },
  );
}

const titleOf = ({ page, name }: HostedForm): string => page.title ?? name;

const introOf = ({ form: { page } }: HostedRequest): string[] =>
  page.intro === null ? [] : paragraphsOf(page.intro);

const closedText = ({ form: { page }, browser: { language } }: HostedRequest): string[] =>
  page.closed_text === null ? [hostedTexts[language].closed] : paragraphsOf(page.closed_text);

/**
 * Returns the input that the page doesn't show in its fields. Such input was sent from an older copy of the
 * page.
 */
function withoutShown({ fields, isShortened }: TypedFields, { fields: declared }: HostedForm): TypedFields {
  const isShown = (typed: TypedFields['fields'][number]): boolean => {
    const field = declared.find(({ name }) => name === typed.name);
    return field !== undefined && isShownInField(field, typed);
  };
  return { fields: fields.filter((field) => !isShown(field)), isShortened };
}

const SCRIPT = '/v1/forms.js';

function formOf(request: HostedRequest, post?: RefusedPost): PageForm {
  const { form, slug, browser, uploadOrigin, isPreview = false } = request;
  const { language } = browser;
  const texts = hostedTexts[language];
  const { widget, scripts, origins, isOwn } = pageChallenge(form, language);
  const hasFiles = form.fields.some(({ type }) => type === 'file');
  const errors = post ? (fieldErrors(post.thrown, form.fields, language) ?? []) : [];
  const firstWrong = form.fields.findIndex(({ name }) => errors.some(({ path }) => path === name));
  const fields = form.fields.map((field, index) =>
    fieldHtml({
      field,
      texts,
      id: `f${index}`,
      typed: post?.typed?.fields.find(({ name }) => name === field.name),
      error: errors.find(({ path }) => path === field.name)?.message,
      hasFocus: index === firstWrong,
    }),
  );
  return {
    content: html`${post && alert(request, post, errors)}
      <form
        method="post"
        action="/v1/f/${encodeURIComponent(slug)}"
        enctype="${hasFiles ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}"
        accept-charset="utf-8"
        data-svc
        data-svc-redirect="${form.redirect_url ?? ''}"
        ${isOwn ? html`data-svc-challenge` : undefined}
      >
        ${fields}
        <div class="trap" aria-hidden="true">
          <label for="trap">${texts.leaveEmpty}</label>
          <input type="text" id="trap" name="${form.honeypot_field}" tabindex="-1" autocomplete="off" />
        </div>
        ${widget}
        ${hasFiles ? html`<progress data-svc-progress hidden aria-label="${texts.uploading}"></progress>` : undefined}
        <div class="error" data-svc-error></div>
        <button type="submit" dir="auto">${form.page.submit_label ?? texts.send}</button>
      </form>`,
    style: HOSTED_STYLE + ringStyle(form.brand.color),
    scripts: isPreview ? [] : [SCRIPT, ...scripts],
    origins,
    connectsTo: hasFiles && uploadOrigin !== undefined ? [uploadOrigin] : [],
    hasWorker: isOwn && !isPreview,
    leadsTo: form.redirect_url === null ? [] : [new URL(form.redirect_url).origin],
  };
}

/** Returns styles that keep focus rings and links visible in both themes, whatever the brand's color. */
function ringStyle(color: string | null): string {
  if (color === null) return '';
  const variables = (card: string): string =>
    `:root { --ring: ${withContrast(color, card, EDGE_CONTRAST)}; --link-text: ${withContrast(color, card, TEXT_CONTRAST)} }`;
  return `${variables('#ffffff')}\n@media screen and (prefers-color-scheme: dark) { ${variables('#1b1e22')} }\n`;
}

/** Builds the summary of what went wrong, with a link to each field that has an error. */
function alert(
  { form, browser: { language } }: HostedRequest,
  { thrown }: RefusedPost,
  errors: readonly { readonly path: string; readonly label: string; readonly message: string }[],
): Html {
  const { heading, happened } = visitorFailure(thrown, { method: 'POST' }, language);
  const item = ({ path, label, message }: (typeof errors)[number]): Html => {
    const index = form.fields.findIndex(({ name }) => name === path);
    const name = index === -1 ? html`${label}` : html`<a href="#f${String(index)}" dir="auto">${label}</a>`;
    return html`<li>${name}: ${message}</li>`;
  };
  return html`<div class="alert" role="alert">
    <strong>${heading}</strong>
    <p>${happened}</p>
    ${
      errors.length > 0
        ? html`<ul>
            ${errors.map(item)}
          </ul>`
        : undefined
    }
  </div>`;
}
