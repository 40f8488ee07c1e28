/**
 * Builds the start page of the documentation: guides and automations, followed by all operations by group.
 */
import { html, type Html } from '../../../core/html.ts';
import type { Guide } from './guide-pages.ts';
import { addressOf, type DocsPage } from './page-frame.ts';
import { operationIndex, type OperationGroup } from './reference-pages.ts';

export function homePage(
  guides: readonly Guide[],
  automations: readonly Guide[],
  groups: readonly OperationGroup[],
): DocsPage {
  return {
    path: '',
    title: 'Documentation',
    summary: 'How to add a form to a page, forward submissions, and use the API.',
    content: html`<h1>Documentation</h1>
      <p class="lead">
        Point a form at this service and read its submissions. Start with a guide, or look up an operation in
        the reference.
      </p>
      <h2 id="guides">Guides</h2>
      ${cards(guides)}
      <h2 id="automations">Automations</h2>
      ${cards(automations)}
      <h2 id="api">API</h2>
      <p>
        Read the <a href="/docs/api">API overview</a> for keys, conventions and errors, or see all
        <a href="/docs/api/schemas">schemas</a> and <a href="/docs/api/problems">problems</a>.
      </p>
      ${operationIndex(groups)}`,
    headings: [],
  };
}

const cards = (guides: readonly Guide[]): Html =>
  html`<ul class="cards">
    ${guides.map(
      ({ path, title, summary }) =>
        html`<li>
          <a href="${addressOf(path)}">${title}</a>
          <p>${summary}</p>
        </li>`,
    )}
  </ul>`;
