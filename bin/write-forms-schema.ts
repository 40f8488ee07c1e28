/**
 * Writes `cli/forms/forms.schema.json`, the JSON Schema of `forms.yaml`. With `--check`, writes nothing and fails
 * if the file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formsFileSchema } from '../lambdas/forms-as-code/json-schema.ts';

const FILE = join(import.meta.dirname, '../cli/forms/forms.schema.json');

const schema = `${JSON.stringify(formsFileSchema(), undefined, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(FILE, schema);
else if (readFileSync(FILE, 'utf8') !== schema) {
  console.error('cli/forms/forms.schema.json is out of date. Run: npm run generate');
  process.exitCode = 1;
}
