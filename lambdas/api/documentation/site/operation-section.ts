/** Renders an operation's access rules, parameters, request body and responses. */
import { Html, html } from '../../../core/text/html.ts';
import type {
  Content,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  Response,
} from '../../openapi/openapi-types.ts';
import { codeBlock, rendered, renderedLine } from './markdown.ts';
import { schemaMembers } from './schema-members.ts';
import {
  constraintsOf,
  nameOf,
  schemaAddress,
  typeText,
  variantsOf,
  type SchemaNode,
  type Schemas,
} from './schema-node.ts';
import { tryForm } from './try-form.ts';

type Components = OpenApiDocument['components'];

const SCHEMES: Readonly<Record<string, string>> = {
  managementKey: 'a management key',
  submissionKey: 'a submission key',
  oauth2: 'an access token',
  session: 'a session',
  signedLink: 'a signed link',
};

/**
 * Renders an operation or a webhook.
 * @param kind `webhook` for requests that the service sends
 */
export function operationSection(
  method: string,
  path: string,
  operation: OperationObject,
  { components, kind = 'operation' }: { components: Components; kind?: 'operation' | 'webhook' },
): Html {
  const { operationId, summary, description, requestBody, parameters = [] } = operation;
  const { schemas } = components;
  return html`<section class="operation" id="${operationId}">
    <h2><a class="anchor" href="#${operationId}">${summary}</a></h2>
    <p class="route">
      <span class="method ${method.toLowerCase()}">${method}</span>
      <code>${kind === 'webhook' ? `your endpoint, event ${path}` : path}</code>
    </p>
    ${description === undefined ? undefined : rendered(description)}
    ${kind === 'operation' ? accessLine(operation) : undefined} ${parameterList(parameters)}
    ${
      requestBody &&
      html`<h3>Body${requestBody.required ? undefined : html` <span class="soft">optional</span>`}</h3>
        ${requestBody.description === undefined ? undefined : rendered(requestBody.description)}
        ${contents(requestBody.content, schemas, true)}`
    }
    <h3>${kind === 'webhook' ? 'Your responses' : 'Responses'}</h3>
    ${Object.entries(operation.responses).map(([status, response]) => responseItem(status, response, components))}
    ${kind === 'operation' ? tryForm(method, path, operation) : undefined}
  </section>`;
}

function accessLine({ security }: OperationObject): Html {
  const isOpen = security.length === 0 || security.some((each) => Object.keys(each).length === 0);
  const schemes = security.flatMap((each) => Object.entries(each));
  const listed = schemes.map(([name, scopes]) => {
    const scope = scopes.length > 0 ? html` with the scope <code>${scopes.join(' ')}</code>` : undefined;
    return html`${SCHEMES[name] ?? name}${scope}`;
  });
  if (listed.length === 0) return html`<p class="access">Public; no key needed.</p>`;
  const joined = listed.map((each, index) => (index === 0 ? each : html` or ${each}`));
  return html`<p class="access">
    ${isOpen ? html`No key is needed. If you send one, it must be valid: ` : html`Needs `}${joined} (<a
      href="/docs/api#authentication-schemes"
      >authentication</a
    >).
  </p>`;
}

function parameterList(parameters: readonly Parameter[]): Html | undefined {
  if (parameters.length === 0) return undefined;
  return html`<h3>Parameters</h3>
    <ul class="members">
      ${parameters.map((each) => parameterItem(each))}
    </ul>`;
}

function parameterItem({ name, in: place, required, description, schema, example }: Parameter): Html {
  const node = schema as SchemaNode;
  const limits = [
    ...variantsOf(node).flatMap(constraintsOf),
    ...(example === undefined ? [] : [html`for example <code>${String(example as string | number)}</code>`]),
  ].map((each, index) => (index === 0 ? each : html` · ${each}`));
  return html`<li>
    <span class="name"><code>${name}</code></span> <span class="tag">${place}</span>
    <span class="type">${typeText(node)}</span>
    ${required === true ? html`<span class="required">required</span>` : undefined}
    <p>${renderedLine(description)} <span class="limits">${limits}</span></p>
  </li>`;
}

/** Renders a request or response body for each of its media types. */
function contents(content: Content, schemas: Schemas, isOpen: boolean): Html[] {
  return Object.entries(content).map(([type, { schema, example, examples = {} }]) => {
    const node = schema as SchemaNode;
    const shown =
      example === undefined ? Object.entries(examples) : [['Example', { value: example }] as const];
    const isBare = node.type === 'string';
    return html`<div class="content">
      <p class="media"><code>${type}</code> ${isBare ? undefined : typeText(node)}</p>
      ${isBare ? undefined : membersBlock(node, schemas, isOpen)}
      ${shown.map(
        ([name, { value }]) =>
          html`<details>
            <summary>Example${shown.length > 1 ? html`: ${name}` : undefined}</summary>
            ${codeBlock(JSON.stringify(value, null, 2), 'json')}
          </details>`,
      )}
    </div>`;
  });
}

/** Renders a schema's properties as a collapsible block, which is expanded for request bodies. */
function membersBlock(node: SchemaNode, schemas: Schemas, isOpen: boolean): Html {
  if (isOpen) return schemaMembers(node, schemas);
  return html`<details>
    <summary>Members</summary>
    ${schemaMembers(node, schemas)}
  </details>`;
}

function responseItem(status: string, given: Response | Reference, components: Components): Html {
  const response = '$ref' in given ? components.responses[nameOf(given.$ref)] : given;
  if (!response) throw new TypeError(`The document has no response ${JSON.stringify(given)}`);
  const { description, headers = {}, content = {} } = response;
  const isProblem = 'application/problem+json' in content;
  return html`<div class="status">
    <p>
      <strong class="code-${status.charAt(0)}">${status}</strong>
      ${isProblem ? problemLine(description) : renderedLine(description)}
    </p>
    ${headerList(headers, components)} ${isProblem ? undefined : contents(content, components.schemas, false)}
  </div>`;
}

/** Links the problem slugs in a response description to their explanations. */
function problemLine(description: string): Html {
  const line = renderedLine(description).source.replace(
    /<code>([a-z]+(?:-[a-z]+)*)<\/code>(?=:)/g,
    '<a href="/docs/api/problems#$1"><code>$1</code></a>',
  );
  return new Html(line);
}

function headerList(headers: NonNullable<Response['headers']>, components: Components): Html | undefined {
  const all = Object.entries(headers).filter(([name]) => name !== 'x-request-id');
  if (all.length === 0) return undefined;
  return html`<details class="headers">
    <summary>Headers</summary>
    <ul class="members">
      ${all.map(([name, given]) => {
        const header = '$ref' in given ? components.headers[nameOf(given.$ref)] : given;
        return html`<li>
          <span class="name"><code>${name}</code></span>
          <span class="type">${header && typeText(header.schema)}</span>
          <p>${renderedLine(header?.description ?? '')}</p>
        </li>`;
      })}
    </ul>
  </details>`;
}

/** Renders the section of a named schema. */
export function schemaSection(name: string, schemas: Schemas): Html {
  const node = schemas[name] as SchemaNode;
  const { description, examples = [] } = node;
  return html`<section class="schema" id="${name}">
    <h2><a class="anchor" href="${schemaAddress(name).replace(/^.*#/, '#')}">${name}</a></h2>
    ${description === undefined ? undefined : rendered(description)} ${schemaMembers(node, schemas)}
    ${examples.slice(0, 1).map(
      (example) =>
        html`<details>
          <summary>Example</summary>
          ${codeBlock(JSON.stringify(example, null, 2), 'json')}
        </details>`,
    )}
  </section>`;
}
