/**
 * Builds the pages of the API reference from the OpenAPI document: the overview, a page for each group of
 * operations, the schemas and the problems.
 */
import { html, type Html } from '../../../core/text/html.ts';
import { problemSlugs } from '../../../core/errors/problem-slugs.ts';
import { problemStatuses } from '../../../http/problem-document.ts';
import { en } from '../../../i18n/en.ts';
import { remedies } from '../../../i18n/remedies.ts';
import type { OpenApiDocument, OperationObject } from '../../openapi/openapi-types.ts';
import { tags } from '../../openapi/tags.ts';
import { rendered, sectionsOf } from './markdown.ts';
import { operationSection, schemaSection } from './operation-section.ts';
import { addressOf, type DocsPage } from './page-frame.ts';

/** An operation or event in a group. */
export interface ListedOperation {
  readonly method: string;
  /** The operation's path or, for events, the event's name. */
  readonly path: string;
  readonly operation: OperationObject;
  readonly kind: 'operation' | 'webhook';
}

/** A group of operations that share a documentation page. */
export interface OperationGroup {
  readonly page: DocsPage;
  readonly operations: readonly ListedOperation[];
}

/** Groups the document's operations and events, in the order of the document. */
export function operationGroups({ paths, webhooks, components }: OpenApiDocument): OperationGroup[] {
  const all = [
    ...listed(paths, 'operation'),
    // Requests that the service sends to webhook endpoints.
    ...listed(webhooks, 'webhook'),
  ];
  return Object.entries(tags).flatMap(([slug, { name, description }]) => {
    const operations = all.filter(({ operation }) => operation.tags.includes(name));
    if (operations.length === 0) return [];
    const content = html`<h1>${name}</h1>
      <p class="lead">${description}</p>
      ${operations.map(({ method, path, operation, kind }) => operationSection(method, path, operation, { components, kind }))}`;
    const headings = operations.map(({ operation }) => ({
      id: operation.operationId,
      text: operation.summary,
    }));
    return [
      { page: { path: `api/${slug}`, title: name, summary: description, content, headings }, operations },
    ];
  });
}

function listed(items: OpenApiDocument['paths'], kind: ListedOperation['kind']): ListedOperation[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      kind,
    })),
  );
}

/** Builds the overview page: the document's introduction and the authentication schemes. */
export function overviewPage({ info, servers, components }: OpenApiDocument): DocsPage {
  const introduction = String(info['description']);
  const [server] = servers;
  const content = html`<h1>API overview</h1>
    <p class="lead">
      Version ${String(info['version'])}, at <code>${server?.url ?? ''}</code>. Programs can use the
      <a href="/openapi">OpenAPI document</a>.
    </p>
    ${rendered(introduction)}
    <h2 id="authentication-schemes">Authentication schemes</h2>
    <dl class="schemes">
      ${Object.entries(components.securitySchemes).map(
        ([name, scheme]) =>
          html`<dt><code>${name}</code></dt>
            <dd>${rendered(String(scheme['description']))}${schemeDetails(scheme)}</dd>`,
      )}
    </dl>`;
  return {
    path: 'api',
    title: 'API overview',
    summary: String(info['summary']),
    content,
    headings: [
      ...sectionsOf(introduction).filter(({ level }) => level === 2),
      { id: 'authentication-schemes', text: 'Authentication schemes' },
    ],
  };
}

interface Flow {
  readonly tokenUrl: string;
  readonly scopes: Readonly<Record<string, string>>;
}

function schemeDetails(scheme: Readonly<Record<string, unknown>>): Html | undefined {
  const { type, bearerFormat, name, in: place, flows } = scheme;
  const flow = (flows as { clientCredentials?: Flow } | undefined)?.clientCredentials;
  if (flow) {
    return html`<p>Client credentials at <code>${flow.tokenUrl}</code>, with these scopes:</p>
      <ul class="members">
        ${Object.entries(flow.scopes).map(([scope, text]) => html`<li><code>${scope}</code> ${text}</li>`)}
      </ul>`;
  }
  if (typeof bearerFormat === 'string')
    return html`<p><code>Authorization: Bearer ${bearerFormat}</code></p>`;
  return type === 'apiKey' ? html`<p>In the ${String(place)}: <code>${String(name)}</code></p>` : undefined;
}

export function schemasPage({ components: { schemas } }: OpenApiDocument): DocsPage {
  const names = Object.keys(schemas).sort();
  return {
    path: 'api/schemas',
    title: 'Schemas',
    summary: 'All named schemas of requests and responses.',
    content: html`<h1>Schemas</h1>
      <p class="lead">The named schemas of requests and responses.</p>
      ${names.map((name) => schemaSection(name, schemas))}`,
    headings: names.map((name) => ({ id: name, text: name })),
  };
}

export function problemsPage({ servers }: OpenApiDocument): DocsPage {
  const summary = 'All types of problem documents, with their status codes.';
  return {
    path: 'api/problems',
    title: 'Problems',
    summary,
    content: html`<h1>Problems</h1>
      <p class="lead">
        ${summary} The <code>type</code> of a problem is <code>${servers[0]?.url ?? ''}/problems/</code> plus
        the name below; branch on it.
      </p>
      ${problemSlugs.map((slug) => {
        const { title, meaning } = en.problems[slug];
        return html`<section class="problem" id="${slug}">
          <h2><a class="anchor" href="#${slug}">${title}</a></h2>
          <p class="route">
            <strong class="code-${String(problemStatuses[slug]).charAt(0)}"
              >${String(problemStatuses[slug])}</strong
            >
            <code>${slug}</code>
          </p>
          <p>${meaning}</p>
          <p>${remedies.en[slug]} <a href="/problems/${slug}">In other languages</a></p>
        </section>`;
      })}`,
    headings: problemSlugs.map((slug) => ({ id: slug, text: en.problems[slug].title })),
  };
}

/** Lists the groups and their operations on the start page. */
export function operationIndex(groups: readonly OperationGroup[]): Html {
  return html`<div class="groups">
    ${groups.map(
      ({ page, operations }) =>
        html`<section>
          <h3><a href="${addressOf(page.path)}">${page.title}</a></h3>
          <ul>
            ${operations.map(
              ({ method, operation }) =>
                html`<li>
                  <a href="${addressOf(page.path)}#${operation.operationId}"
                    ><span class="method ${method.toLowerCase()}">${method}</span> ${operation.summary}</a
                  >
                </li>`,
            )}
          </ul>
        </section>`,
    )}
  </div>`;
}
