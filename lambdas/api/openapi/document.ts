/**
 * Creates the service's OpenAPI 3.1 document from `operations.ts` and the zod schemas that validate requests.
 *
 * We don't need an OpenAPI package. OpenAPI 3.1 uses the JSON Schema dialect that zod's `z.toJSONSchema`
 * generates, and `operations.ts` already defines paths and parameters as data.
 */
import { withConditions } from '../../http/conditional/conditional-operation.ts';
import { atEveryPath, type Operation } from '../../http/operation.ts';
import { operations } from '../operations.ts';
import { responseHeaders } from './header-objects.ts';
import { componentRef } from './component-reference.ts';
import { schemaComponents } from './json-schema.ts';
import { operationObject } from './operation-object.ts';
import { OVERVIEW } from './overview.ts';
import { problemResponses } from './problem-responses.ts';
import { problemSchemas } from './problem-contents.ts';
import { securitySchemes } from './security.ts';
import type { OpenApiDocument, PathItem, Response } from './openapi-types.ts';
import { tags } from './tags.ts';
import { webhookItems } from './webhook-events.ts';

/**
 * Creates the OpenAPI document.
 * @param baseUrl public URL of the service, without a trailing slash
 * @param version the service's version
 */
export function openApiDocument(
  { baseUrl, version }: { baseUrl: string; version: string },
  all: readonly Operation[] = Object.values(operations),
): OpenApiDocument {
  const described = all.flatMap(atEveryPath).map(withConditions);
  const paths = pathsOf(described, baseUrl);
  const responses = sharedResponses(described, baseUrl);
  const schemas = { ...schemaComponents(), ...problemSchemas(baseUrl) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Form backend',
      version,
      summary: 'Receives form submissions, stores them, and delivers them as signed webhooks.',
      description: OVERVIEW,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl, description: 'This service' }],
    tags: Object.values(tags),
    paths,
    webhooks: webhookItems(),
    components: {
      schemas: onlyUsed(schemas, 'schemas', [paths, responses, schemas]),
      responses,
      headers: onlyUsed(responseHeaders, 'headers', [paths, responses]),
      securitySchemes: securitySchemes(baseUrl),
    },
  };
}

function pathsOf(all: readonly Operation[], baseUrl: string): Record<string, PathItem> {
  const byPath = Map.groupBy(all, ({ path }) => path);
  return Object.fromEntries(
    Array.from(byPath, ([path, here]) => [
      path,
      Object.fromEntries(here.map((each) => [each.method.toLowerCase(), operationObject(each, baseUrl)])),
    ]),
  );
}

function sharedResponses(all: readonly Operation[], baseUrl: string): Record<string, Response> {
  const shared = all.flatMap((operation) => problemResponses(operation, baseUrl));
  return Object.fromEntries(shared.map(({ name, response }) => [name, response]));
}

/** Returns the components that `by` references. */
function onlyUsed<Component>(
  components: Readonly<Record<string, Component>>,
  kind: Parameters<typeof componentRef>[0],
  by: unknown,
): Record<string, Component> {
  const text = JSON.stringify(by);
  const isUsed = ([id]: [string, unknown]): boolean =>
    text.includes(JSON.stringify(componentRef(kind, id).$ref));
  return Object.fromEntries(Object.entries(components).filter(isUsed));
}
