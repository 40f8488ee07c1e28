/**
 * Tests that the OpenAPI document meets the requirements of client generators, and that a generated client
 * compiles.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../../lambdas/api/openapi/document.ts';

const document: any = openApiDocument({ baseUrl: 'https://forms.svc.test', version: '1.2.3' });

const ofItems = (items: Record<string, Record<string, any>>): any[] =>
  Object.values(items).flatMap((item) => Object.values(item));
const operations = ofItems(document.paths);
const events = ofItems(document.webhooks);

/** Yields every schema in the OpenAPI document with its path. */
function* schemas(value: any = document, place = '#'): Generator<[string, any]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, child] of Object.entries<any>(value)) {
    if (['example', 'examples', 'mapping'].includes(name)) continue;
    const at = `${place}/${name}`;
    if (name === 'schema' || name === 'items') yield* within(child, at);
    else if (place === '#/components/schemas') yield* within(child, at);
    else yield* schemas(child, at);
  }
}
function* within(schema: any, place: string): Generator<[string, any]> {
  if (typeof schema !== 'object' || schema === null) return;
  yield [place, schema];
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* within(member, `${place}/${name}`);
  for (const name of ['items', 'additionalProperties']) yield* within(schema[name], `${place}/${name}`);
  for (const name of ['allOf', 'anyOf', 'oneOf'])
    for (const each of schema[name] ?? []) yield* within(each, place);
}
const all = [...schemas()];
/** Component properties with their own description in the document. */
const members = all
  .filter(([place]) => place.startsWith('#/components/schemas'))
  .flatMap(([place, { properties = {} }]) =>
    Object.entries<any>(properties)
      .filter(([, member]) => !member.$ref)
      .map(([name, member]) => ({ at: `${place}/${name}`, name, member })),
  );
const broken = (rule: (member: any, name: string) => boolean): string[] =>
  members.filter(({ member, name }) => !rule(member, name)).map(({ at }) => at);

describe('client generators', () => {
  it('find a unique id for each operation and event', () => {
    const ids = [...operations, ...events].map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[a-z][A-Za-z]+$/.test(id))).toBe(true);
  });

  it('find each tag on operations or events, but never on both', () => {
    const tagsOf = (of: any[]) => new Set<string>(of.flatMap(({ tags }) => tags));
    const onBoth = [...tagsOf(operations)].filter((tag) => tagsOf(events).has(tag));
    expect(onBoth).toEqual([]);
    const used = tagsOf([...operations, ...events]);
    expect(document.tags.map(({ name }: any) => name).toSorted()).toEqual([...used].toSorted());
  });

  it('find a type for every constant and every enum', () => {
    const untyped = all.filter(([, schema]) => ('const' in schema || 'enum' in schema) && !schema.type);
    expect(untyped.map(([place]) => place)).toEqual([]);
  });

  it('find that free-form properties have one type or any type', () => {
    const mixed = all.filter(([, { additionalProperties: free }]) => free?.anyOf ?? free?.oneOf);
    expect(mixed.map(([place]) => place)).toEqual([]);
  });

  it('find a single error type: every JSON error is a problem document', () => {
    // For Getform clients, form submissions also have another media type with the same schema.
    const media = Object.entries<any>(document.components.responses).map(([name, { content }]) =>
      Object.keys(content).filter(
        (type) => type !== 'text/html' && !(type === 'application/json' && name.endsWith('ByConvention')),
      ),
    );
    expect(new Set(media.flat())).toEqual(new Set(['application/problem+json']));
    expect(JSON.stringify(document)).not.toContain('GatewayMessage');
    for (const { operationId, responses } of operations) {
      // Ignore HTML pages, because generated clients don't use them.
      const isPage = ({ content = {} }: any) => Object.keys(content).join() === 'text/html';
      const own = Object.entries<any>(responses).filter(
        ([status, each]) => status >= '400' && !each.$ref && !isPage(each),
      );
      // OAuth and JSON-RPC define their own errors (RFC 6749, section 5.2).
      if (!['issueToken', 'revokeToken', 'mcp'].includes(operationId))
        expect([operationId, own]).toEqual([operationId, []]);
    }
  });
});

describe('every schema', () => {
  it('has a description and an example', () => {
    for (const [name, schema] of Object.entries<any>(document.components.schemas)) {
      expect([name, schema.description, schema.examples?.length]).toEqual([name, expect.any(String), 1]);
    }
  });

  it('has a description for each property', () => {
    expect(members.length).toBeGreaterThan(200);
    expect(broken(({ description }) => typeof description === 'string' && description !== '')).toEqual([]);
  });

  it('has an example for each property', () => {
    expect(broken((member) => 'const' in member || member.examples?.length === 1)).toEqual([]);
  });

  it('marks times as date-time', () => {
    const isTime = (name: string) => /(_at|_since|^at|^time|^start|^end)$/.test(name);
    expect(broken((member, name) => !isTime(name) || member.format === 'date-time')).toEqual([]);
  });

  it('marks URLs and e-mail addresses with their format', () => {
    const isAddress = (name: string) => /(^|_)(url|issuer|endpoint)$/.test(name);
    expect(broken((member, name) => !isAddress(name) || member.format === 'uri')).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('"iri"');
  });

  it('declares required and optional request properties', () => {
    const { FormInput, FormPatch } = document.components.schemas;
    const ofNew = FormInput.properties.autoresponder;
    const ofChange = FormPatch.properties.autoresponder;
    expect(ofNew).toMatchObject({
      required: ['subject', 'text'],
      additionalProperties: false,
      properties: { subject: { minLength: 1, maxLength: 200 }, text: { minLength: 1, maxLength: 10_000 } },
    });
    expect(ofChange.required).toBeUndefined();
    expect(FormInput.properties).toMatchObject({
      name: { minLength: 1, maxLength: 200 },
      slug: { pattern: '^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$' },
      rate_limit: { minimum: 1, maximum: 100_000 },
      retention_days: { type: ['integer', 'null'], minimum: 1, maximum: 3650 },
      redirect_url: { type: ['string', 'null'], maxLength: 2048, format: 'uri' },
    });
  });
});

/** Uses the generated types as a client would. Lines that must not compile are marked. */
const PROGRAM = `
import type { components, operations, paths } from './api.ts';

type Body<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;
type Failure<Name extends keyof operations, Status extends keyof operations[Name]['responses']> =
  operations[Name]['responses'][Status] extends { content: infer Content } ? Content[keyof Content] : never;

export const input: components['schemas']['FormInput'] = {
  name: 'Contact',
  autoresponder: { subject: 'Thanks', text: 'Hello' },
};
// @ts-expect-error a new autoresponder has a text
export const incomplete: components['schemas']['FormInput'] = { name: 'x', autoresponder: { subject: 'x' } };
// @ts-expect-error there is no such state
export const unknownState: components['schemas']['FormPatch'] = { status: 'closed' };

export function show(form: Body<paths['/v1/forms/{id}']['get']['responses'][200]>): string {
  const site: string | null = form.redirect_url;
  return form.slug + form.challenge.provider + form.created_at + (site ?? '');
}
export function explain(problem: Failure<'getForm', 404> | Failure<'updateForm', 422>): string {
  const { type, code, title, detail, status }: Record<'type' | 'code' | 'title' | 'detail', string> & { status: number } = problem;
  return [type, code, title, detail, status].join();
}
export function wrong(problem: Failure<'updateForm', 422>): string[] {
  return problem.errors.map(({ path, message }) => path + message);
}
export function isOver(problem: Failure<'testWebhook', 429> | Failure<'updateForm', 403>): boolean {
  // @ts-expect-error there is no such problem
  if (problem.code === 'unknown-problem') return false;
  return problem.code === 'account-suspended' || problem.code === 'rate-limited';
}
export function secretOf(webhook: Body<paths['/v1/forms/{id}/webhooks']['post']['responses'][201]>): string | undefined {
  return webhook.secret;
}
export type Operations = [operations['createWebhook'], operations['onSubmissionCreated'], operations['replayDelivery']];
`;

it('openapi-typescript generates types that compile in a program', async () => {
  // The folder must be inside the repository so that the program can find the compiler.
  const folder = mkdtempSync(join(import.meta.dirname, '../../../.generated-'));
  try {
    writeFileSync(join(folder, 'api.ts'), astToString(await openapiTypescript(document)));
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
    const options = [
      '--singleThreaded',
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--ignoreConfig',
      '--allowImportingTsExtensions',
    ];
    const compiled = promisify(execFile)(
      process.execPath,
      [
        'node_modules/typescript-native/bin/tsc',
        ...options,
        '--module',
        'nodenext',
        join(folder, 'program.ts'),
      ],
      { env: { ...process.env, NODE_OPTIONS: '' } },
    ).then(
      ({ stdout }) => stdout,
      (error: unknown) => (error as { stdout: string }).stdout,
    );
    expect(await compiled).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
