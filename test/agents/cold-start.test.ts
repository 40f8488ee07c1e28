/**
 * Tests that a cold start takes at most 20 ms longer for agents than for clients that change a form. Building
 * zod schemas causes most of the difference. The test counts the schemas, because their number is the same on
 * every machine, while import times vary by more than 20 ms. `npm run bench -- bundles` measures the times.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { Stack } from '../../local/template/stack.ts';
import { assemblyFolder, STACK_NAME } from '../support/assembly/assembly.ts';

/** Program that imports a function's source and prints the number of zod schemas built by the import. */
const COUNT = `
  import { registerHooks } from 'node:module';
  const constructor = /\\$constructor\\("\\$ZodType", \\(inst, def\\) => \\{/;
  globalThis.schemasBuilt = 0;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith('/zod/v4/core/schemas.js')) return loaded;
      return { ...loaded, source: String(loaded.source).replace(constructor, '$& globalThis.schemasBuilt += 1;') };
    },
  });
  await import(process.argv[1]);
  console.log(globalThis.schemasBuilt);
  process.exit(0);
`;

const functionProperties = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).optional(),
});

/** Returns the environment variables of all functions. Importing a function reads them but makes no calls. */
function stackVariables(): Record<string, string> {
  const nowhere = 'http://127.0.0.1:1';
  const stack = Stack.read(assemblyFolder(), STACK_NAME, { sqsEndpoint: nowhere, apiEndpoint: nowhere });
  const variables = stack
    .resources(['AWS::Lambda::Function'], functionProperties)
    .map(({ properties }) => properties.Environment?.Variables ?? {});
  return { AWS_REGION: 'us-east-1', ...Object.assign({}, ...variables) } as Record<string, string>;
}

async function schemasBuiltBy(entry: string): Promise<number> {
  const source = pathToFileURL(join(import.meta.dirname, '../../lambdas', `${entry}.ts`)).href;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', COUNT, source],
    { env: { PATH: process.env['PATH'], ...stackVariables() } },
  );
  return Number(stdout);
}

it('builds at most 600 more schemas at startup than the function that changes forms', async () => {
  const [agents, forms] = await Promise.all([
    schemasBuiltBy('api/functions/mcp'),
    schemasBuiltBy('forms/update-form'),
  ]);
  expect(forms).toBeGreaterThan(500);
  expect(agents - forms).toBeLessThanOrEqual(600);
});
