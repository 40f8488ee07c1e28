import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApiDocument } from '../../../lambdas/api/openapi/document.ts';
import { unportable } from './unportable.ts';

const document = openApiDocument({ baseUrl: 'https://forms.svc.test', version: '1.2.3' });

const folder = mkdtempSync(join(tmpdir(), 'svc-openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

it("passes Redocly's recommended rules", async () => {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const report = await new Promise<string>((resolve) => {
    execFile(
      'node_modules/.bin/redocly',
      ['lint', file, '--format=json'],
      {
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        },
      },
      (_, stdout) => resolve(stdout),
    );
  });
  const { problems, totals } = JSON.parse(report);
  expect(problems.map(({ ruleId, message }: any) => `${ruleId}: ${message}`)).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});

describe("constructs that generators can't handle", () => {
  it('are not in the document', () => {
    expect(unportable(document)).toEqual([]);
  });

  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const text = { type: 'string' };
  it.each<[string, (copy: any) => void]>([
    ['is always null', ({ components }) => (components.schemas.Form.properties.slug = { type: 'null' })],
    [
      'has the types number and string',
      ({ components }) => (components.schemas.Form.properties.slug = { type: ['number', 'string'] }),
    ],
    [
      'is a date with a pattern',
      ({ components }) =>
        (components.schemas.Form.properties.slug = { ...text, format: 'date', pattern: '^2' }),
    ],
    [
      'is a constant boolean',
      ({ components }) => (components.schemas.Form.properties.slug = { type: 'boolean', const: true }),
    ],
    [
      "is a constant with the deployment's host",
      ({ components }) =>
        (components.schemas.Problem.properties.type = {
          ...text,
          const: 'https://forms.svc.test/problems/x',
        }),
    ],
    [
      'the required member slug is an object, an enum or null',
      ({ components }) =>
        (components.schemas.Form.properties.slug = { anyOf: [{ type: 'object' }, { type: 'null' }] }),
    ],
    [
      'the required member name is an object, an enum or null',
      ({ components }) => (components.schemas.Form.properties.name = { type: ['object', 'null'] }),
    ],
    [
      'has a discriminator',
      ({ components }) => (components.schemas.Problem.discriminator = { propertyName: 'code' }),
    ],
    [
      'the header x-svc-event is constant',
      ({ webhooks }) => (webhooks['webhook.test'].post.parameters[0].schema.const = 'webhook.test'),
    ],
    [
      'JSON is not first',
      ({ paths }) => {
        const { requestBody } = paths['/v1/f/{slug}'].post;
        const { 'application/json': first, ...others } = requestBody.content;
        requestBody.content = { ...others, 'application/json': first };
      },
    ],
    [
      'its JSON successes have different schemas',
      ({ paths }) => (paths['/v1/forms'].post.responses['200'] = json({ type: 'object' })),
    ],
  ])('are found: %s', (fault, change) => {
    const copy = structuredClone(document) as any;
    change(copy);
    expect(unportable(copy).map((line) => line.replace(/^.*?: /, ''))).toContain(fault);
  });
});
