/** Renders the layout of documentation pages: head, search, navigation and content. */
import { html, type Html } from '../../../core/text/html.ts';
import type { Heading } from './markdown.ts';

/** A page's content and metadata, without the layout. */
export interface DocsPage {
  /** Path below `/docs` without a leading slash; empty for the start page. */
  readonly path: string;
  readonly title: string;
  /** One-sentence summary of the page, shown in lists and search results. */
  readonly summary: string;
  readonly content: Html;
  /** The page's Markdown source. Absent for generated pages. */
  readonly markdown?: string;
  /** Headings to list in the table of contents. */
  readonly headings: readonly Pick<Heading, 'id' | 'text'>[];
}

/** A group of links in the navigation. */
export interface NavigationGroup {
  readonly title: string;
  readonly links: readonly { readonly path: string; readonly text: string }[];
}

/** File names of the assets that pages load from `/docs/assets/`. */
export interface AssetNames {
  readonly style: string;
  readonly scripts: readonly string[];
  readonly searchIndex: string;
  readonly mark: string;
}

export const addressOf = (path: string): string => (path === '' ? '/docs' : `/docs/${path}`);
/** Returns the path of a page's Markdown. */
export const markdownAddressOf = (path: string): string => `/docs/${path === '' ? 'index' : path}.md`;
const asset = (name: string): string => `/docs/assets/${name}`;

export function framed(
  page: DocsPage,
  navigation: readonly NavigationGroup[],
  { style, scripts, searchIndex, mark }: AssetNames,
): string {
  const { path, title, summary, content, headings } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${summary}" />
        <title>${path === '' ? title : `${title} · Documentation`}</title>
        <link rel="icon" type="image/svg+xml" href="${asset(mark)}" />
        <link rel="stylesheet" href="${asset(style)}" />
        <link rel="alternate" type="text/markdown" href="${markdownAddressOf(path)}" />
        ${scripts.map((name) => html`<script type="module" src="${asset(name)}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header class="top">
          <a class="home" href="/docs"
            ><img src="${asset(mark)}" alt="" width="24" height="24" />Documentation</a
          >
          <div class="search" data-search data-index="${asset(searchIndex)}" hidden>
            <label class="unseen" for="search">Search the documentation</label>
            <input
              id="search"
              type="search"
              role="combobox"
              autocomplete="off"
              spellcheck="false"
              placeholder="Search"
              aria-expanded="false"
              aria-controls="found"
              aria-autocomplete="list"
            />
            <kbd aria-hidden="true">/</kbd>
            <ul id="found" role="listbox" aria-label="Search results" hidden></ul>
            <p class="unseen" role="status" data-count></p>
          </div>
          <button
            class="menu"
            type="button"
            aria-expanded="false"
            aria-controls="navigation"
            data-menu
            hidden
          >
            Menu
          </button>
          <a class="document" href="/openapi">OpenAPI</a>
        </header>
        <div class="columns">
          <nav id="navigation" aria-label="Documentation">
            ${navigation.map((group) => navigationGroup(group, path))}
          </nav>
          <main id="content">${content}</main>
          ${headings.length > 1 ? onThisPage(headings) : undefined}
        </div>
      </body>
    </html>`.source;
}

const navigationGroup = ({ title, links }: NavigationGroup, current: string): Html =>
  html`<p>${title}</p>
    <ul>
      ${links.map(
        ({ path, text }) =>
          html`<li>
            <a href="${addressOf(path)}" ${path === current ? html` aria-current="page"` : undefined}
              >${text}</a
            >
          </li>`,
      )}
    </ul>`;

const onThisPage = (headings: DocsPage['headings']): Html =>
  html`<nav class="here" aria-label="On this page">
    <p>On this page</p>
    <ul>
      ${headings.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
    </ul>
  </nav>`;
