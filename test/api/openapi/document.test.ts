import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { problemSlugs } from '../../../lambdas/core/errors/problem-slugs.ts';
import type { Operation } from '../../../lambdas/http/operation.ts';
import { openApiDocument } from '../../../lambdas/api/openapi/document.ts';
import { problemResponses } from '../../../lambdas/api/openapi/problem-responses.ts';
import { namedSchemas } from '../../../lambdas/api/openapi/schemas/named-schemas.ts';
import { operations } from '../../../lambdas/api/operations.ts';

const BASE_URL = 'https://forms.svc.test';
const document = openApiDocument({ baseUrl: BASE_URL, version: '1.2.3' });
const all: readonly Operation[] = Object.values(operations);

/** Yields every object in the OpenAPI document with its path. */
function* objects(value: any = document, place = '#'): Generator<[string, any]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [place, value];
  for (const [name, child] of Object.entries(value)) {
    yield* objects(child, `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

describe('operations', () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

  it('match the documented operations one to one', () => {
    const lines = described.map(
      ({ path, method, operation }) => `${operation.operationId} ${method.toUpperCase()} ${path}`,
    );
    expect(lines.toSorted()).toEqual(
      [
        ...all.map(({ name, method, path }) => `${name} ${method} ${path}`),
        'exportAllSubmissions GET /v1/submissions/export',
        'getProtectedResourceOfMcp GET /.well-known/oauth-protected-resource/mcp',
        'getEmbedScript GET /v1/embed.js',
        'getLlms GET /llms.txt',
        'getOpenapiJson GET /openapi.json',
        'getOpenapiYaml GET /openapi.yaml',
        'previewDraft POST /v1/forms/{id}/preview',
        // Endpoints that only clients of other form backends use.
        'submitAjaxForm POST /v1/ajax/{slug}',
        'submitNamedForm POST /v1/submit',
        'submitProjectForm POST /v1/p/{project}/f/{slug}',
      ].toSorted(),
    );
  });

  it('declare each status once, so no problem shares its status with another response', () => {
    for (const operation of all) {
      const { name, success, otherResponses = [] } = operation;
      const statuses = [
        ...[success, ...otherResponses].flatMap((response) => (response ? [String(response.status)] : [])),
        ...problemResponses(operation, BASE_URL).map(({ status }) => status),
      ];
      expect([name, statuses.length]).toEqual([name, new Set(statuses).size]);
      expect([name, success?.status]).toEqual([name, expect.any(Number)]);
    }
  });

  it('use one name per response', () => {
    const byName = Map.groupBy(
      all.flatMap((operation) => problemResponses(operation, BASE_URL)),
      ({ name }) => name,
    );
    for (const [name, shared] of byName) {
      const different = new Set(shared.map(({ response }) => JSON.stringify(response)));
      expect([name, different.size]).toEqual([name, 1]);
    }
  });

  it.each(described)('$operation.operationId has an example for each body', ({ operation }) => {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)].flatMap((each) =>
      each && 'content' in each ? Object.entries(each.content ?? {}) : [],
    );
    for (const [mediaType, content] of bodies) {
      if (
        /^(text\/(html|markdown|javascript|css|plain)|image\/svg\+xml|font\/woff2|application\/vnd\.openxmlformats-.*)$/.test(
          mediaType,
        )
      )
        continue;
      expect([mediaType, content.example ?? content.examples]).toEqual([mediaType, expect.anything()]);
    }
  });

  it('state which credentials they accept', () => {
    const securityOf = (name: string) =>
      described.find(({ operation }) => operation.operationId === name)!.operation.security;
    expect(securityOf('health')).toEqual([]);
    expect(securityOf('submitForm')).toEqual([
      {},
      { submissionKey: [] },
      { managementKey: [] },
      { oauth2: ['ingest'] },
    ]);
    expect(securityOf('getForm')).toEqual([{ managementKey: [] }, { oauth2: ['read'] }, { session: [] }]);
    expect(securityOf('updateForm')).toEqual([{ managementKey: [] }, { oauth2: ['write'] }, { session: [] }]);
    expect(securityOf('submitEntry')).toEqual([
      { managementKey: [] },
      { submissionKey: [] },
      { oauth2: ['ingest'] },
    ]);
    expect(securityOf('signOut')).toEqual([{ session: [] }]);
  });
});

describe('problems', () => {
  const documentOf = (slug: string) => ({
    type: `${BASE_URL}/problems/${slug}`,
    code: slug,
    title: 'Title',
    status: 400,
    detail: 'Detail.',
  });

  it.each(problemSlugs)('%s is described by its code', (slug) => {
    const validate = new Ajv2020({ strict: false, validateFormats: false })
      .addSchema(document, 'openapi')
      .compile({ $ref: 'openapi#/components/schemas/Problem' });
    expect(validate(documentOf(slug))).toBe(true);
    const { code: _, ...withoutCode } = documentOf(slug);
    expect(validate(withoutCode)).toBe(false);
    expect(validate(documentOf(`${slug}-x`))).toBe(false);
  });

  it('have their own schema if they are the only one for a status', () => {
    const { properties, required } = document.components.schemas['ValidationFailedProblem'] as any;
    expect(properties.code.const).toBe('validation-failed');
    expect(properties.type).not.toHaveProperty('const');
    expect(required).toEqual(['type', 'code', 'title', 'status', 'detail', 'errors']);
  });

  it('declare the properties of a 409', () => {
    const { properties, required } = document.components.schemas['ConflictProblem'] as any;
    expect(Object.keys(properties)).toEqual([
      'type',
      'code',
      'title',
      'status',
      'detail',
      'webhook_id',
      'recovery_id',
      'bulk_job_id',
    ]);
    expect(required).not.toContain('webhook_id');
  });

  it('include the key problems for every operation that takes a key', () => {
    const { get } = document.paths['/v1/forms/{id}']!;
    expect(Object.keys(get!.responses)).toEqual(['200', '304', '401', '403', '404', '422', '500', '503']);
  });
});

describe('examples', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Accept everything that `URL` can parse, including non-ASCII letters.
  ajv.addFormat('uri', (text) => URL.canParse(text));
  ajv.addSchema(document, 'openapi');
  const withExamples = [...objects()].filter(
    ([, value]) => value.schema && (value.example !== undefined || value.examples),
  );
  const faultsOf = (schema: string, value: unknown): string | null | undefined => {
    const validate = ajv.compile({ $ref: `openapi${schema}` });
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
  const inUri = (place: string): string =>
    place.split('/').map(encodeURIComponent).join('/').replace('%23', '#');

  it.each(withExamples)('at %s match their schema', (place, { example, examples = {} }) => {
    const values = [
      ...(example === undefined ? [] : [example]),
      ...Object.values(examples).map((each: any) => each.value),
    ];
    expect(values.length).toBeGreaterThan(0);
    for (const value of values) expect(faultsOf(inUri(`${place}/schema`), value)).toBeNull();
  });

  it.each(Object.keys(document.components.schemas))('of the schema %s match it', (name) => {
    const { examples } = document.components.schemas[name] as { examples: unknown[] };
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(faultsOf(`#/components/schemas/${name}`, example)).toBeNull();
  });
});

describe('schemas', () => {
  it('have unique names', () => {
    const ids = namedSchemas.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('hide properties that are only for storage', () => {
    const members = new Map<string, string[]>();
    for (const [place, { properties }] of objects()) {
      if (typeof properties !== 'object') continue;
      for (const name of Object.keys(properties)) members.set(name, [...(members.get(name) ?? []), place]);
    }
    for (const stored of [
      'address_salt',
      'cursor_key',
      'key_hash',
      'in_flight',
      'link_key',
      'previous_secret',
      'check_at',
    ])
      expect([stored, members.get(stored)]).toEqual([stored, undefined]);
    const schemasWith = (name: string) =>
      [...new Set(members.get(name)!.map((place) => place.split('/').slice(0, 4).join('/')))].toSorted();
    expect(schemasWith('account_id')).toEqual(['#/components/schemas/Usage']);
    expect(schemasWith('key')).toEqual(['#/components/schemas/ApiKeyWithKey', '#/components/schemas/IdOnly']);
    expect(schemasWith('secret')).toEqual([
      '#/components/schemas/ChangedWebhook',
      '#/components/schemas/CreatedOauthClient',
      '#/components/schemas/FormInput',
      '#/components/schemas/FormPatch',
      '#/components/schemas/IdOnly',
      '#/components/schemas/OauthClientWithSecret',
    ]);
  });

  it("show whether a form's e-mails are enabled, and don't let callers set it", () => {
    const { Form, FormInput, FormPatch } = document.components.schemas as Record<string, any>;
    expect(Form.properties.email_enabled).toEqual({
      type: 'boolean',
      readOnly: true,
      description: expect.stringContaining('mail sender'),
      examples: [true],
    });
    expect(Form.required).toContain('email_enabled');
    for (const sent of [FormInput, FormPatch]) {
      expect(sent.properties.email_enabled).toBeUndefined();
      expect(sent.properties.autoresponder.description).toContain('{{field}}');
    }
  });

  it('forbid unknown properties in requests but allow new ones in responses', () => {
    const { FormInput, Form } = document.components.schemas;
    expect(FormInput!['additionalProperties']).toBe(false);
    expect(Form!['additionalProperties']).toBeUndefined();
  });
});
