/** Builds the pages that browsers show after a form is submitted: a thank-you page or an error page. */
import { isProblem } from '../core/errors/errors.ts';
import { labelOf } from '../forms/fields/field-order.ts';
import type { FormField } from '../forms/fields/field.ts';
import type { HostedPage } from '../forms/hosted-page/page-settings.ts';
import { translate } from '../core/errors/message.ts';
import type { Language } from '../core/text/language.ts';
import { translations } from '../i18n/catalogues.ts';
import { hostedTexts } from '../i18n/visitors/hosted-texts.ts';
import { visitorTexts } from '../i18n/visitors/visitor-catalogues.ts';
import type { NextPages } from './form-website.ts';
import { backLink, linkToWebsite } from '../http/problem-page.ts';
import type { TypedFields } from '../http/body/typed-fields.ts';
import type { BrowserClient } from '../http/browser.ts';
import { pageResponse, type Page, type PageBrand } from '../http/html-page.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { problemOf } from '../http/problem-document.ts';
import { isolated, ownerHint, visitorFailure, type RefusedRequest } from '../http/visitor-failure.ts';

/** The properties of a declared field that pages show. */
type PageField = Pick<FormField, 'name' | 'label'>;

/** The properties of a rejected form submission that its error page needs. */
export interface RefusedPost extends RefusedRequest {
  readonly typed: TypedFields | undefined;
  /** Origin of the form's website; undefined if unknown. */
  readonly website: string | undefined;
  /** Undefined if the form doesn't exist. */
  readonly form: (Pick<PageForm, 'brand'> & { readonly fields: readonly PageField[] }) | undefined;
}

/** The settings of a form that its pages use. */
export interface PageForm {
  readonly name: string;
  readonly thank_you: {
    readonly heading: string | null;
    readonly text: string | null;
    readonly link: string | null;
  };
  readonly brand: PageBrand;
  /**
   * The hosted page's settings. Undefined if there is no hosted page, or if the page to build must not
   * contain scripts.
   */
  readonly page?: Pick<HostedPage, 'enabled' | 'frame_origins'>;
}

/** Builds the thank-you page, which is also shown for spam. */
export function thankYouPage(
  status: number,
  form: PageForm,
  browser: BrowserClient,
  { website, hostedPage }: NextPages = {},
): HttpResponse {
  const { language } = browser;
  const { pages } = translations[language];
  const { heading, text, link } = form.thank_you;
  const title = heading ?? pages.thanks;
  return pageResponse(status, {
    language,
    mayBeFramed: true,
    tone: 'good',
    title: [title, form.name, ...(form.brand.name === null ? [] : [form.brand.name])].join(' – '),
    heading: title,
    paragraphs: text === null ? [pages.received] : paragraphsOf(text),
    isOwnText: heading !== null || text !== null,
    ...(link === null && hostedPage !== undefined
      ? { secondLink: { href: hostedPage, text: hostedTexts[language].another } }
      : { link: link === null ? backLink(browser, website) : linkToWebsite(new URL(link).href, language) }),
    brand: form.brand,
    tellsHeight: form.page?.enabled === true && form.page.frame_origins.length > 0,
  });
}

/** Splits text into paragraphs at empty lines. */
export function paragraphsOf(text: string): string[] {
  return text.replace(/\r\n?/g, '\n').split(/\n(?:[ \t]*\n)+/);
}

/**
 * Builds the page that visitors see when their submission is rejected. It explains what happened and what to
 * do, and shows the visitor's input. It has the same status and headers as the problem document.
 */
export function refusedPostPage(thrown: unknown, post: RefusedPost, browser: BrowserClient): HttpResponse {
  const { language } = browser;
  const { key, heading, happened, toDo } = visitorFailure(thrown, post, language);
  const { status, headers } = problemOf(thrown, translations[language]);
  const { useBackButton } = translations[language].pages;
  const hint = ownerHint(thrown, post, language);
  const { owner } = visitorTexts[language];
  return pageResponse(
    status,
    {
      language,
      mayBeFramed: true,
      tone: key === 'opened-by-address' ? 'neutral' : 'bad',
      heading,
      paragraphs: [happened, post.method === 'POST' ? `${toDo} ${useBackButton}` : toDo],
      link: backLink(browser, post.website),
      fieldErrors: fieldErrors(thrown, post.form?.fields ?? [], language),
      entries: post.typed && entriesOf(post.typed, post.form?.fields ?? [], language),
      forOwner: hint && {
        heading: owner.heading,
        text: hint.text,
        link: { href: `/docs/guides/${hint.guide}`, text: owner.link },
      },
      brand: post.form?.brand,
    },
    headers,
  );
}

/**
 * Returns an error for each field that violates its declaration, or undefined if the submission was rejected
 * for another reason.
 */
export function fieldErrors(
  thrown: unknown,
  fields: readonly PageField[],
  language: Language,
): { path: string; label: string; message: string }[] | undefined {
  if (!isProblem(thrown) || thrown.name !== 'ValidationFailed') return undefined;
  return thrown.errors
    .filter(({ code }) => code !== undefined)
    .map(({ path, message }) => ({
      path,
      label: labelIn(fields, path),
      message: typeof message === 'string' ? message : translate(message, translations[language].messages),
    }));
}

function labelIn(fields: readonly PageField[], name: string): string {
  return labelOf(fields.find((field) => field.name === name) ?? { name });
}

/** Returns what the visitor entered, or undefined if nothing was entered. */
export function entriesOf(
  { fields, isShortened }: TypedFields,
  declared: readonly PageField[],
  language: Language,
): Page['entries'] {
  if (fields.length === 0) return undefined;
  const { heading, hint, shortened, file } = visitorTexts[language].entries;
  return {
    heading,
    hints: isShortened ? [hint, shortened] : [hint],
    fields: fields.map(({ name, values, files }) => ({
      name: labelIn(declared, name),
      values: [...values, ...files.map((each) => file(isolated(each)))],
    })),
  };
}
