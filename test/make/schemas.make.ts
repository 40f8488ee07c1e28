/**
 * Checks the Make app against the schemas that Make publishes with its editor. The schemas aren't part of
 * this repository. Set `MAKE_SCHEMAS` to their folder (packages/make/README.md).
 */
import { Ajv } from 'ajv';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeAppIn } from '../support/platforms/make-runtime.ts';

const schemas = process.env['MAKE_SCHEMAS'] ?? '';
if (schemas === '') throw new Error('Set MAKE_SCHEMAS as described in packages/make/README.md.');
const folderOfApp = join(import.meta.dirname, '../../packages/make/app');
const app = makeAppIn(folderOfApp);

it("matches Make's own schemas", () => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false });
  const load = (file: string): any => {
    const text = readFileSync(join(schemas, file), 'utf8');
    // Removes `$id` properties. In subschemas, they contain fragments, which only early drafts of JSON Schema
    // support, and nothing refers to them.
    return JSON.parse(text, (name, value) => (name === '$id' ? undefined : value));
  };
  for (const file of readdirSync(join(schemas, 'imljson/schemas')))
    ajv.addSchema(load(`imljson/schemas/${file}`), `https://make.example/${file}`);
  ajv.addSchema(load('local-development/schemas/makecomapp.schema.json'), 'https://make.example/app.json');
  const wrong: unknown[] = [];
  const check = (schema: string, file: string): void => {
    const validate = ajv.getSchema(`https://make.example/${schema}.json`)!;
    if (!validate(JSON.parse(readFileSync(join(folderOfApp, file), 'utf8'))))
      wrong.push({ file, errors: validate.errors });
  };
  check('app', 'makecomapp.json');
  check('base', app.definition.generalCodeFiles.base);
  check('groups', app.definition.generalCodeFiles.groups);
  const schemaOf: Record<string, string> = {
    communication: 'api',
    attach: 'api',
    detach: 'api',
    common: 'common',
    samples: 'samples',
    params: 'parameters',
    staticParams: 'parameters',
    mappableParams: 'parameters',
    interface: 'parameters',
    scopeList: 'scopes',
    scope: 'scope',
    requiredScope: 'scope',
    defaultScope: 'scope',
  };
  for (const [kind, components] of Object.entries<any>(app.definition.components))
    for (const component of Object.values<any>(components))
      for (const [code, file] of Object.entries<any>(component.codeFiles))
        check(kind === 'connection' && code === 'communication' ? 'api-oauth' : schemaOf[code]!, file);
  expect(wrong).toEqual([]);
});
