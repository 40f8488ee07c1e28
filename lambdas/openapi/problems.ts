/** Problem documents (RFC 7807): a schema and an answer for each type, and which of them an operation gives. */
import * as z from 'zod';
import type { Operation } from '../http/operation.ts';
import { problemTypes, type ProblemSlug } from '../http/problem-document.ts';
import { gatewayContent, gatewayStatuses } from './gateway.ts';
import { REQUEST_ID, responseHeaders } from './headers.ts';
import { componentRef } from './json-schema.ts';
import type { Header, JsonSchema, MediaType, Reference, Response } from './shape.ts';

export const problemSlugs = Object.keys(problemTypes) as ProblemSlug[];

/** Members beyond type, title, status and detail. */
const extras: Partial<Record<ProblemSlug, { schema: z.ZodType; example: object }>> = {
  'quota-exceeded': {
    schema: z.object({ limit: z.int().describe("Submissions a month that the account's plan has.") }),
    example: { limit: 100 },
  },
  'validation-failed': {
    schema: z.object({
      errors: z.array(
        z.object({
          path: z.string().describe('Dotted path into the body or query; empty for the whole.'),
          message: z.string(),
        }),
      ),
    }),
    example: { errors: [{ path: 'name', message: 'Invalid input: expected string, received undefined' }] },
  },
};

const headersOf: Partial<Record<ProblemSlug, readonly (keyof typeof responseHeaders)[]>> = {
  unauthorized: ['www-authenticate'],
  'method-not-allowed': ['allow'],
  'rate-limited': ['retry-after'],
  unavailable: ['retry-after'],
};

/** `quota-exceeded` is the component `QuotaExceeded`. */
const nameOf = (slug: ProblemSlug): string =>
  slug.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

const isMember = z.object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()) });

/** `Problem`, and a schema of its own for each type. */
export function problemSchemas(baseUrl: string): Record<string, JsonSchema> {
  const base: JsonSchema = {
    type: 'object',
    description: 'RFC 7807. Branch on `type`, or on its last part; `title` and `detail` may change.',
    properties: {
      type: {
        type: 'string',
        format: 'uri',
        description: 'Names the kind of problem, and explains it there.',
      },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'What happened this time.' },
    },
    required: ['type', 'title', 'status', 'detail'],
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        problemSlugs.map((slug) => [
          `${baseUrl}/problems/${slug}`,
          componentRef('schemas', `${nameOf(slug)}Problem`).$ref,
        ]),
      ),
    },
    examples: [exampleOf('not-found', baseUrl)],
  };
  const own = problemSlugs.map((slug): [string, JsonSchema] => {
    const extra = extras[slug];
    const more = extra && isMember.parse(z.toJSONSchema(extra.schema));
    return [
      `${nameOf(slug)}Problem`,
      {
        allOf: [componentRef('schemas', 'Problem')],
        type: 'object',
        description: problemTypes[slug].title,
        properties: {
          type: { const: `${baseUrl}/problems/${slug}` },
          status: { const: problemTypes[slug].status },
          ...more?.properties,
        },
        ...(more && { required: more.required }),
        examples: [exampleOf(slug, baseUrl)],
      },
    ];
  });
  return { Problem: base, ...Object.fromEntries(own) };
}

/** Which problems an operation may answer: what it declares, and what follows from the rest of it. */
export function problemsOf(operation: Operation): ProblemSlug[] {
  const { access, body, path, query, problems = [] } = operation;
  const all = new Set<ProblemSlug>(problems);
  if (access === 'management') all.add('unauthorized').add('forbidden');
  if (body) all.add('bad-body');
  if (body ?? query) all.add('validation-failed');
  if (path.includes('/{id}')) all.add('not-found');
  all.add('internal-error').add('unavailable');
  return problemSlugs.filter((slug) => all.has(slug));
}

/** An answer that several operations give, by the name of its component. */
export interface SharedResponse {
  readonly status: string;
  readonly name: string;
  readonly response: Response;
}

/** What an operation answers when it does not succeed, one for each status; the gateway's own answers among them. */
export function problemResponses(operation: Operation, baseUrl: string): SharedResponse[] {
  const slugs = Map.groupBy(problemsOf(operation), (slug) => String(problemTypes[slug].status));
  const statuses = new Set([...slugs.keys(), ...gatewayStatuses(operation)]);
  return [...statuses]
    .toSorted()
    .map((status) => problemResponse(status, slugs.get(status) ?? [], operation, baseUrl));
}

function problemResponse(
  status: string,
  slugs: readonly ProblemSlug[],
  operation: Operation,
  baseUrl: string,
): SharedResponse {
  const byGateway = gatewayStatuses(operation).includes(status);
  const pages = operation.pages === true && slugs.length > 0;
  const headers = new Map<string, Header | Reference>();
  // Where a status stands for several answers, only some of them have the header.
  const add = (name: keyof typeof responseHeaders, always: boolean) =>
    headers.set(name, always ? componentRef('headers', name) : { ...responseHeaders[name], required: false });
  add(REQUEST_ID, !byGateway);
  for (const slug of slugs)
    for (const name of headersOf[slug] ?? []) add(name, slugs.length === 1 && !byGateway);

  const names = [...slugs.map(nameOf), ...(byGateway && slugs.length === 0 ? [`Gateway${status}`] : [])];
  const described = slugs.map((slug) => `\`${slug}\`: ${problemTypes[slug].title}.`);
  return {
    status,
    name: `${names.join('Or')}${pages ? 'OnPage' : ''}`,
    response: {
      description: [...described, ...(byGateway ? ['Or the gateway said so itself.'] : [])].join(' '),
      headers: Object.fromEntries(headers),
      content: {
        ...(slugs.length > 0 && { 'application/problem+json': problemContent(slugs, baseUrl) }),
        ...(pages && { 'text/html': { schema: { type: 'string' } } }),
        ...(byGateway && gatewayContent(status)),
      },
    },
  };
}

function problemContent(slugs: readonly ProblemSlug[], baseUrl: string): MediaType {
  const refs = slugs.map((slug) => componentRef('schemas', `${nameOf(slug)}Problem`));
  const [only, second] = refs;
  return {
    schema: only && !second ? only : { oneOf: refs },
    examples: Object.fromEntries(slugs.map((slug) => [slug, { value: exampleOf(slug, baseUrl) }])),
  };
}

function exampleOf(slug: ProblemSlug, baseUrl: string): object {
  const { status, title } = problemTypes[slug];
  return {
    type: `${baseUrl}/problems/${slug}`,
    title,
    status,
    detail: `${title}.`,
    ...extras[slug]?.example,
  };
}
