/**
 * Writes `lambdas/http/routes.ts`, which contains the methods and paths of all operations. `lambdas/http`
 * needs these routes but isn't allowed to import the operations (see `lambdas/floors.json`). With `--check`,
 * writes nothing and fails if the file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '../lambdas/api/operations.ts';
import { atEveryPath } from '../lambdas/http/operation.ts';

const FILE = join(import.meta.dirname, '../lambdas/http/routes.ts');

const rows = Object.values(operations)
  .flatMap(atEveryPath)
  .map(({ method, path }) => `  { method: '${method}', path: '${path}' },\n`);
const source = `/** The methods and paths of all operations, made from \`api/operations.ts\` by \`npm run generate\`; do not edit. */
import type { Operation } from './operation.ts';

export const ROUTES: readonly Pick<Operation, 'method' | 'path'>[] = [
${rows.join('')}];
`;

if (!process.argv.includes('--check')) writeFileSync(FILE, source);
else if (readFileSync(FILE, 'utf8') !== source) {
  console.error('lambdas/http/routes.ts is out of date. Run: npm run generate');
  process.exitCode = 1;
}
