/** Renders a schema's properties as nested lists. */
import { html, type Html } from '../../../core/text/html.ts';
import { renderedLine } from './markdown.ts';
import {
  constraintsOf,
  nameOf,
  resolved,
  schemaAddress,
  typeText,
  variantsOf,
  type SchemaNode,
  type Schemas,
} from './schema-node.ts';

/** Lists a schema's properties, or the properties of each alternative in a union. */
export function schemaMembers(node: SchemaNode, schemas: Schemas): Html {
  const variants = variantsOf(node);
  if (variants.length > 1) {
    return html`<p>One of these:</p>
      <ul class="variants">
        ${variants.map((each) => html`<li>${each.$ref === undefined ? members(each, schemas) : named(each.$ref)}</li>`)}
      </ul>`;
  }
  return members(variants[0] ?? node, schemas);
}

const named = (reference: string): Html =>
  html`<a href="${schemaAddress(nameOf(reference))}">${nameOf(reference)}</a>`;

function members(node: SchemaNode, schemas: Schemas): Html {
  const schema = resolved(node, schemas);
  const properties = Object.entries(schema.properties ?? {});
  const others = schema.additionalProperties;
  if (properties.length === 0) {
    if (typeof others === 'object')
      return html`<p>An object with any names; each value is ${typeText(others)}.</p>`;
    return html`<p>${typeText(schema)}${notes(schema)}</p>`;
  }
  return html`<ul class="members">
    ${properties.map(([name, property]) => member(name, property, schema.required ?? [], schemas))}
    ${typeof others === 'object' ? html`<li>Any other name: ${typeText(others)}</li>` : undefined}
  </ul>`;
}

function member(name: string, node: SchemaNode, required: readonly string[], schemas: Schemas): Html {
  return html`<li>
    <span class="name"><code>${name}</code></span> <span class="type">${typeText(node)}</span>
    ${required.includes(name) ? html`<span class="required">required</span>` : undefined}
    ${node.readOnly === true ? html`<span class="tag">read-only</span>` : undefined} ${described(node)}
    ${nested(name, node, schemas)}
  </li>`;
}

function described(node: SchemaNode): Html | undefined {
  const variants = variantsOf(node);
  const constraints = [...(variants[0] === node ? [] : [node]), ...variants].flatMap(constraintsOf);
  const all = [...new Map(constraints.map((each) => [each.source, each])).values()];
  if (node.description === undefined && all.length === 0) return undefined;
  const listed = all.length > 0 ? html`<span class="limits">${joinedBy(all)}</span>` : undefined;
  return html`<p>
    ${node.description === undefined ? undefined : renderedLine(node.description)} ${listed}
  </p>`;
}

const joinedBy = (all: readonly Html[]): Html[] =>
  all.map((each, index) => (index === 0 ? each : html` · ${each}`));

function notes(schema: SchemaNode): Html | undefined {
  const all = constraintsOf(schema);
  return all.length > 0 ? html` <span class="limits">${joinedBy(all)}</span>` : undefined;
}

/**
 * Renders the properties of an object or of the objects in a list, unless their schema is a named component
 * with its own section.
 */
function nested(name: string, node: SchemaNode, schemas: Schemas): Html | undefined {
  const inner = variantsOf(node)
    .map((each) => each.items ?? each)
    .filter((each) => each.properties !== undefined || each.anyOf !== undefined || each.oneOf !== undefined)
    .filter((each) => each !== node);
  const own = node.properties ? [node] : [];
  const all = [...own, ...inner];
  if (all.length === 0) return undefined;
  return html`<details>
    <summary>Members of <code>${name}</code></summary>
    ${all.map((each) => schemaMembers(each, schemas))}
  </details>`;
}
