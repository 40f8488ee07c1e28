/** Describes problem documents (RFC 7807): which problems an operation may respond with, and their schemas. */
import * as z from 'zod';
import { problemSlugs, type ProblemSlug } from '../../core/problem-slugs.ts';
import { fieldIssueCodes } from '../../forms/fields/field-check.ts';
import { en } from '../../i18n/en.ts';
import { needsKey, type Operation } from '../../http/operation.ts';
import { problemStatuses } from '../../http/problem-document.ts';
import { annotated } from './annotate.ts';
import { componentRef } from './component-reference.ts';
import type { ResponseHeaders } from './header-objects.ts';
import type { JsonSchema, MediaType } from './openapi-types.ts';

/** Members beyond type, title, status and detail. */
const extras: Partial<Record<ProblemSlug, { schema: z.ZodType; example: object }>> = {
  conflict: {
    schema: z.object({
      webhook_id: z
        .string()
        .optional()
        .describe('Of a webhook whose URL another webhook of the form has: the id of that one.'),
      recovery_id: z
        .string()
        .optional()
        .describe('Of a recovery of a webhook that another one is running for: the id of that one.'),
    }),
    example: {},
  },
  'file-too-large': {
    schema: z.object({ max_file_bytes: z.int().describe("Bytes of a file that the account's plan allows.") }),
    example: { max_file_bytes: 26_214_400 },
  },
  'quota-exceeded': {
    schema: z.object({ limit: z.int().describe("Submissions a month that the account's plan has.") }),
    example: { limit: 100 },
  },
  'validation-failed': {
    schema: z.object({
      errors: z
        .array(
          z.object({
            path: z.string().describe('Dotted path into the body or query; empty for the whole.'),
            code: z
              .enum(fieldIssueCodes)
              .optional()
              .describe('Of a field that the form declares: which of its constraints does not hold.'),
            message: z.string(),
          }),
        )
        .max(100),
      errors_omitted: z
        .int()
        .min(1)
        .optional()
        .describe('How many errors there are beyond those in `errors`; absent when there are none.'),
    }),
    example: {
      errors: [{ path: 'email', code: 'required', message: 'Please fill in this field.' }],
    },
  },
};

const headers: Partial<Record<ProblemSlug, ResponseHeaders>> = {
  unauthorized: { 'www-authenticate': true },
  // Of access tokens whose scope is too small.
  forbidden: { 'www-authenticate': false },
  'method-not-allowed': { allow: true },
  'unsupported-encoding': { 'accept-encoding': true },
  'rate-limited': { 'retry-after': true },
  unavailable: { 'retry-after': true },
};

/** The headers of a response with a problem of this type. */
export const headersOfProblem = (slug: ProblemSlug): ResponseHeaders => headers[slug] ?? {};

/** `quota-exceeded` is the component `QuotaExceededProblem`. */
export const problemName = (slug: ProblemSlug): string =>
  slug.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The problems of an operation: those that it declares, and those that follow from its access, path and body. */
export function problemsOf(operation: Operation): ProblemSlug[] {
  const { body, path, problems = [] } = operation;
  const all = new Set<ProblemSlug>(problems);
  if (needsKey(operation) || operation.access === 'link' || operation.access === 'session')
    all.add('unauthorized').add('forbidden').add('account-suspended');
  if (body) all.add('bad-body').add('body-too-large').add('unsupported-encoding');
  // Every operation refuses query parameters that it does not have.
  all.add('validation-failed');
  // Ingest has its own problem type, `form-not-found`.
  if (path.includes('{') && operation.access !== 'ingest') all.add('not-found');
  all.add('internal-error').add('unavailable');
  return problemSlugs.filter((slug) => all.has(slug));
}

/** The schema `Problem`, and one for each type of problem. */
export function problemSchemas(baseUrl: string): Record<string, JsonSchema> {
  const own = problemSlugs.map((slug): [string, JsonSchema] => [
    `${problemName(slug)}Problem`,
    problemSchema(slug, baseUrl),
  ]);
  const all: [string, JsonSchema][] = [['Problem', anyProblem(baseUrl)], ...own];
  return Object.fromEntries(
    all.map(([name, schema]) => [
      name,
      annotated(name, schema, z.array(z.unknown()).parse(schema['examples'])[0]),
    ]),
  );
}

function anyProblem(baseUrl: string): JsonSchema {
  return {
    type: 'object',
    description: 'RFC 7807. Branch on `type`, or on its last part; `title` and `detail` may change.',
    properties: {
      type: {
        type: 'string',
        format: 'uri',
        description: 'The type of problem; the address explains it.',
      },
      title: { type: 'string', description: 'The problem in a few words, for people.' },
      status: { type: 'integer', description: 'The status of the response.' },
      detail: { type: 'string', description: 'What happened this time.' },
    },
    required: ['type', 'title', 'status', 'detail'],
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(problemSlugs.map((slug) => [typeOf(slug, baseUrl), refTo(slug).$ref])),
    },
    examples: [problemExample('not-found', baseUrl)],
  };
}

const members = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).default([]),
});

function problemSchema(slug: ProblemSlug, baseUrl: string): JsonSchema {
  const extra = extras[slug];
  const more = extra && members.parse(z.toJSONSchema(extra.schema, { io: 'input' }));
  return {
    allOf: [componentRef('schemas', 'Problem')],
    type: 'object',
    description: en.problems[slug].meaning,
    properties: {
      type: {
        type: 'string',
        format: 'uri',
        const: typeOf(slug, baseUrl),
        description: 'The type of problem.',
      },
      status: { type: 'integer', const: problemStatuses[slug], description: 'The status of the response.' },
      ...more?.properties,
    },
    required: ['type', 'status', ...(more?.required ?? [])],
    examples: [problemExample(slug, baseUrl)],
  };
}

/** A body that is one of these problems. */
export function problemContent(slugs: readonly ProblemSlug[], baseUrl: string): MediaType {
  const [only, second] = slugs;
  return {
    schema: only !== undefined && second === undefined ? refTo(only) : { oneOf: slugs.map(refTo) },
    examples: Object.fromEntries(slugs.map((slug) => [slug, { value: problemExample(slug, baseUrl) }])),
  };
}

const refTo = (slug: ProblemSlug) => componentRef('schemas', `${problemName(slug)}Problem`);
const typeOf = (slug: ProblemSlug, baseUrl: string): string => `${baseUrl}/problems/${slug}`;

function problemExample(slug: ProblemSlug, baseUrl: string): object {
  const { title, meaning } = en.problems[slug];
  return {
    type: typeOf(slug, baseUrl),
    title,
    status: problemStatuses[slug],
    detail: meaning,
    ...extras[slug]?.example,
  };
}
