/**
 * Builds the start page of the documentation: all hand-written pages, followed by all operations, both by group.
 */
import { html, type Html } from '../../../core/text/html.ts';
import { headingId } from './markdown.ts';
import { addressOf, type DocsPage } from './page-frame.ts';
import { operationIndex, type OperationGroup } from './reference-pages.ts';
import type { PageGroup } from './written-pages.ts';

export function homePage(written: readonly PageGroup[], groups: readonly OperationGroup[]): DocsPage {
  return {
    path: '',
    title: 'Documentation',
    summary: 'How to add a form to a page, forward submissions, use the API and run the service.',
    content: html`<h1>Documentation</h1>
      <p class="lead">
        Point a form at this service and read its submissions. New here? Start with the
        <a href="/docs/quickstart">quickstart</a>.
      </p>
      ${written.map(
        ({ title, pages }) =>
          html`<h2 id="${headingId(title)}">${title}</h2>
            ${cards(pages)}`,
      )}
      <h2 id="api">API</h2>
      <p>
        Read the <a href="/docs/api">API overview</a> for keys, conventions and errors, or see all
        <a href="/docs/api/schemas">schemas</a> and <a href="/docs/api/problems">problems</a>.
      </p>
      ${operationIndex(groups)}`,
    headings: [],
  };
}

const cards = (pages: readonly DocsPage[]): Html =>
  html`<ul class="cards">
    ${pages.map(
      ({ path, title, summary }) =>
        html`<li>
          <a href="${addressOf(path)}">${title}</a>
          <p>${summary}</p>
        </li>`,
    )}
  </ul>`;
