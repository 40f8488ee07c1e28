/**
 * Describes problem documents (RFC 7807): their schemas and the problems that each operation can return.
 */
import * as z from 'zod';
import { problemSlugs, type ProblemSlug } from '../../core/errors/problem-slugs.ts';
import { fieldIssueCodes } from '../../forms/fields/field-check.ts';
import { en } from '../../i18n/en.ts';
import { needsKey, type Operation } from '../../http/operation.ts';
import { problemStatuses } from '../../http/problem-document.ts';
import { annotated } from './annotate.ts';
import { componentRef } from './component-reference.ts';
import type { ResponseHeaders } from './header-objects.ts';
import type { JsonSchema, MediaType } from './openapi-types.ts';

/** Properties of problem types in addition to type, code, title, status and detail. */
const extras: Partial<Record<ProblemSlug, { schema: z.ZodType; example: object }>> = {
  conflict: {
    schema: z.object({
      webhook_id: z.string().optional().describe("ID of the form's existing webhook with this URL."),
      recovery_id: z
        .string()
        .optional()
        .describe('ID of the recovery that is already running for this webhook.'),
      bulk_job_id: z.string().optional().describe('ID of the bulk job that is already running.'),
    }),
    example: {},
  },
  'file-too-large': {
    schema: z.object({
      max_file_bytes: z.int().describe("Maximum file size of the account's plan, in bytes."),
    }),
    example: { max_file_bytes: 26_214_400 },
  },
  'quota-exceeded': {
    schema: z.object({ limit: z.int().describe("Monthly submissions included in the account's plan.") }),
    example: { limit: 100 },
  },
  'validation-failed': {
    schema: z.object({
      errors: z
        .array(
          z.object({
            path: z
              .string()
              .describe('Dotted path in the body or query; empty if the error applies to the whole request.'),
            code: z
              .enum(fieldIssueCodes)
              .optional()
              .describe('For declared form fields: the constraint that failed.'),
            message: z.string(),
          }),
        )
        .max(100),
      errors_omitted: z
        .int()
        .min(1)
        .optional()
        .describe('Number of errors that are not listed in `errors`; absent if all are listed.'),
    }),
    example: {
      errors: [{ path: 'email', code: 'required', message: 'Please fill in this field.' }],
    },
  },
};

const headers: Partial<Record<ProblemSlug, ResponseHeaders>> = {
  unauthorized: { 'www-authenticate': true },
  // Only sent if the caller's access token lacks a required scope.
  forbidden: { 'www-authenticate': false },
  'method-not-allowed': { allow: true },
  'unsupported-encoding': { 'accept-encoding': true },
  'rate-limited': { 'retry-after': true },
  unavailable: { 'retry-after': true },
};

/** Returns the headers of responses with this problem type. */
export const headersOfProblem = (slug: ProblemSlug): ResponseHeaders => headers[slug] ?? {};

/** Returns a problem's component name, for example `QuotaExceededProblem` for `quota-exceeded`. */
export const problemName = (slug: ProblemSlug): string =>
  slug.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the problems that an operation can return: the problems that it declares and those implied by its
 * access rules, path and request body.
 */
export function problemsOf(operation: Operation): ProblemSlug[] {
  const { body, path, problems = [] } = operation;
  const all = new Set<ProblemSlug>(problems);
  if (needsKey(operation) || operation.access === 'link' || operation.access === 'session')
    all.add('unauthorized').add('forbidden').add('account-suspended');
  if (body) all.add('bad-body').add('body-too-large').add('unsupported-encoding');
  // All operations except the OAuth endpoints reject unknown query parameters with `validation-failed`.
  if (operation.hasOauthErrors !== true) all.add('validation-failed');
  // Operations that receive form submissions return `form-not-found` instead of `not-found`.
  if (path.includes('{') && operation.access !== 'ingest') all.add('not-found');
  all.add('internal-error').add('unavailable');
  return problemSlugs.filter((slug) => all.has(slug));
}

/** Returns the schema `Problem` and a schema for each problem type. */
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

/** Returns the schema that describes any problem. Properties that only some problems have are optional. */
function anyProblem(baseUrl: string): JsonSchema {
  return {
    type: 'object',
    description: 'An error (RFC 7807). Branch on `code`; `title` and `detail` may change.',
    properties: {
      ...sharedMembers({ enum: [...problemSlugs] }),
      ...Object.assign({}, ...problemSlugs.map((slug) => ownMembers(slug).properties)),
    },
    required: REQUIRED,
    examples: [problemExample('validation-failed', baseUrl)],
  };
}

const REQUIRED = ['type', 'code', 'title', 'status', 'detail'];

/** Returns the schemas of the properties that all problems have. */
function sharedMembers(code: { const: ProblemSlug } | { enum: ProblemSlug[] }): Record<string, JsonSchema> {
  return {
    type: {
      type: 'string',
      format: 'uri',
      description:
        'URL that explains the problem. It contains the host of the deployment, so branch on `code`.',
    },
    code: { type: 'string', ...code, description: 'Identifies the problem. Never changes.' },
    title: { type: 'string', description: 'Human-readable summary of the problem.' },
    status: { type: 'integer', description: 'HTTP status of the response.' },
    detail: { type: 'string', description: 'What went wrong in this request.' },
  };
}

const members = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** Returns the schemas of the properties that only this problem type has. */
function ownMembers(slug: ProblemSlug): z.infer<typeof members> {
  return members.parse(z.toJSONSchema(extras[slug]?.schema ?? z.object({}), { io: 'input' }));
}

function problemSchema(slug: ProblemSlug, baseUrl: string): JsonSchema {
  const { properties, required } = ownMembers(slug);
  return {
    type: 'object',
    description: en.problems[slug].meaning,
    properties: { ...sharedMembers({ const: slug }), ...properties },
    required: [...REQUIRED, ...required],
    examples: [problemExample(slug, baseUrl)],
  };
}

/**
 * Describes a response body that contains one of these problems. Several problems share the schema `Problem`,
 * because many generators can't tell the variants of a union apart.
 */
export function problemContent(slugs: readonly ProblemSlug[], baseUrl: string): MediaType {
  const [only, second] = slugs;
  const name = only !== undefined && second === undefined ? `${problemName(only)}Problem` : 'Problem';
  return {
    schema: componentRef('schemas', name),
    examples: Object.fromEntries(slugs.map((slug) => [slug, { value: problemExample(slug, baseUrl) }])),
  };
}

function problemExample(slug: ProblemSlug, baseUrl: string): object {
  const { title, meaning } = en.problems[slug];
  return {
    type: `${baseUrl}/problems/${slug}`,
    code: slug,
    title,
    status: problemStatuses[slug],
    detail: meaning,
    ...extras[slug]?.example,
  };
}
