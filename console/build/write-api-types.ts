/**
 * Generates `console/api/api-types.ts` from the service's OpenAPI document. With `--check`, doesn't write the
 * file but fails if it's out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../lambdas/api/openapi/document.ts';
import { PLACEHOLDERS } from '../../lambdas/api/openapi/placeholders.ts';

const FILE = join(import.meta.dirname, '../api/api-types.ts');
const HEADER = '/** API types, generated from the OpenAPI document by `npm run generate`. Do not edit. */\n';

const nodes = await openapiTypescript(JSON.stringify(openApiDocument(PLACEHOLDERS)), {
  alphabetize: false,
  excludeDeprecated: false,
});
/** Omits comments, because they would take up a third of the file. */
const types = HEADER + astToString(nodes).replaceAll(/\n? *\/\*\*[\s\S]*?\*\//g, '');

if (!process.argv.includes('--check')) writeFileSync(FILE, types);
else if (readFileSync(FILE, 'utf8') !== types) {
  console.error('console/api/api-types.ts is out of date. Run npm run generate.');
  process.exitCode = 1;
}
