/** The pages that a browser gets after it posted a form: thanks, or what went wrong. */
import { isProblem } from '../core/errors.ts';
import { labelOf } from '../forms/fields/field-order.ts';
import type { FormField } from '../forms/fields/field.ts';
import { translate } from '../core/message.ts';
import type { Language } from '../core/language.ts';
import { translations } from '../i18n/catalogues.ts';
import { visitorTexts } from '../i18n/visitors/visitor-catalogues.ts';
import { linkBack, linkToWebsite } from '../http/problem-page.ts';
import type { TypedFields } from '../http/body/typed-fields.ts';
import type { BrowserClient } from '../http/browser.ts';
import { pageResponse, type Page, type PageBrand } from '../http/html-page.ts';
import type { HttpResponse } from '../http/http-response.ts';
import { problemOf } from '../http/problem-document.ts';
import { isolated, visitorFailure, type RefusedRequest } from '../http/visitor-failure.ts';

/** A declared field, as far as pages show it. */
type PageField = Pick<FormField, 'name' | 'label'>;

/** A post that was refused, as far as its page uses it. */
export interface RefusedPost extends RefusedRequest {
  readonly typed: TypedFields | undefined;
  /** Origin of the form's own website, when the form tells it. */
  readonly website: string | undefined;
  /** Undefined when there is no such form. */
  readonly form: (Pick<PageForm, 'brand'> & { readonly fields: readonly PageField[] }) | undefined;
}

/** What a page takes from the settings of its form. */
export interface PageForm {
  readonly name: string;
  readonly thank_you: {
    readonly heading: string | null;
    readonly text: string | null;
    readonly link: string | null;
  };
  readonly brand: PageBrand;
}

/**
 * Thanks for the post; the page is the same for spam.
 * @param website origin of the form's own website, where a browser may go that does not say where it comes from
 */
export function thankYouPage(
  status: number,
  form: PageForm,
  browser: BrowserClient,
  website?: string,
): HttpResponse {
  const { language } = browser;
  const { pages } = translations[language];
  const { heading, text, link } = form.thank_you;
  const title = heading ?? pages.thanks;
  return pageResponse(status, {
    language,
    tone: 'good',
    title: [title, form.name, ...(form.brand.name === null ? [] : [form.brand.name])].join(' – '),
    heading: title,
    paragraphs: text === null ? [pages.received(isolated(form.name))] : paragraphsOf(text),
    isOwnText: heading !== null || text !== null,
    link: link === null ? linkBack(browser, website) : linkToWebsite(new URL(link).href, language),
    brand: form.brand,
  });
}

/** Paragraphs are separated by empty lines. */
function paragraphsOf(text: string): string[] {
  return text.replace(/\r\n?/g, '\n').split(/\n(?:[ \t]*\n)+/);
}

/**
 * The page for the visitor of a website whose post was refused: what happened, what to do, and what was typed. Status
 * and headers are those of the problem document.
 */
export function refusedPostPage(thrown: unknown, post: RefusedPost, browser: BrowserClient): HttpResponse {
  const { language } = browser;
  const { key, heading, happened, toDo } = visitorFailure(thrown, post, language);
  const { status, headers } = problemOf(thrown, translations[language]);
  const { useBackButton } = translations[language].pages;
  return pageResponse(
    status,
    {
      language,
      tone: key === 'opened-by-address' ? 'neutral' : 'bad',
      heading,
      paragraphs: [happened, post.method === 'POST' ? `${toDo} ${useBackButton}` : toDo],
      link: linkBack(browser, post.website),
      fieldErrors: fieldErrors(thrown, post.form?.fields ?? [], language),
      entries: post.typed && entries(post.typed, post.form?.fields ?? [], language),
      brand: post.form?.brand,
    },
    headers,
  );
}

/** Which fields do not fit what the form declares; none for any other problem. */
function fieldErrors(thrown: unknown, fields: readonly PageField[], language: Language): Page['fieldErrors'] {
  if (!isProblem(thrown) || thrown.name !== 'ValidationFailed') return undefined;
  return thrown.errors
    .filter(({ code }) => code !== undefined)
    .map(({ path, message }) => ({
      label: labelIn(fields, path),
      message: typeof message === 'string' ? message : translate(message, translations[language].messages),
    }));
}

function labelIn(fields: readonly PageField[], name: string): string {
  return labelOf(fields.find((field) => field.name === name) ?? { name });
}

function entries(
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
