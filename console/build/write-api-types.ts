/**
 * Writes `console/api/api-types.ts`, the types of the API that the console calls, from the service's own OpenAPI document.
 * With `--check` it writes nothing and fails when the file is not current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../lambdas/api/openapi/document.ts';
import { PLACEHOLDERS } from '../../lambdas/api/openapi/placeholders.ts';

const FILE = join(import.meta.dirname, '../api/api-types.ts');
const HEADER =
  '/** The types of the API, made from its OpenAPI document by `npm run generate`; do not edit. */\n';

const nodes = await openapiTypescript(JSON.stringify(openApiDocument(PLACEHOLDERS)), {
  alphabetize: false,
  excludeDeprecated: false,
});
/** Comments would be a third of the file; the document has them. */
const types = HEADER + astToString(nodes).replaceAll(/\n? *\/\*\*[\s\S]*?\*\//g, '');

if (!process.argv.includes('--check')) writeFileSync(FILE, types);
else if (readFileSync(FILE, 'utf8') !== types) {
  console.error('console/api/api-types.ts is not what the API is now: npm run generate');
  process.exitCode = 1;
}
