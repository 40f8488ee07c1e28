/**
 * `npm run generators` generates clients in Go, Java, Python and TypeScript from a running service's OpenAPI
 * document, compiles them, and makes the same five calls with each. `npm run generators -- go java` runs only
 * these generators. Exits with code 1 if a client fails. Needs Java, Maven, Go and Python with venv, and
 * these environment variables:
 *
 * - OPENAPI_GENERATOR: path of the JAR of openapi-generator-cli 7.17
 * - OAPI_CODEGEN: path of oapi-codegen 2.8; defaults to the one in PATH
 * - OPENAPI_PYTHON_CLIENT: path of openapi-python-client; defaults to the one in PATH
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startService } from '../support/service/service.ts';
import { goClient, oapiCodegenClient } from './go-clients.ts';
import { javaClient } from './java-client.ts';
import { openapiPythonClient, pythonClient } from './python-clients.ts';
import { openapiTypescriptClient, typescriptFetchClient } from './typescript-clients.ts';
import type { Client, Workshop } from './workshop.ts';

const clients: Record<string, Client> = {
  go: goClient,
  'oapi-codegen': oapiCodegenClient,
  java: javaClient,
  python: pythonClient,
  'openapi-python-client': openapiPythonClient,
  'typescript-fetch': typescriptFetchClient,
  'openapi-typescript': openapiTypescriptClient,
};

const given = process.argv.slice(2);
const unknown = given.filter((name) => !(name in clients));
if (unknown.length > 0) {
  console.error(
    `Unknown client: ${unknown.join(', ')}. Available clients: ${Object.keys(clients).join(', ')}.`,
  );
  process.exit(2);
}

const exec = promisify(execFile);
const service = await startService();
const root = mkdtempSync(join(tmpdir(), 'svc-generators-'));
const failures: string[] = [];
try {
  const document = join(root, 'openapi.json');
  const response = await fetch(`${service.baseUrl}/openapi.json`);
  writeFileSync(document, await response.text());
  for (const [name, client] of Object.entries(clients)) {
    if (given.length > 0 && !given.includes(name)) continue;
    const folder = join(root, name);
    mkdirSync(folder);
    const start = performance.now();
    const outcome = await client(workshopIn(folder, document, name)).then(
      (printed) => (printed.trim().endsWith('5 calls') ? undefined : `printed ${printed}`),
      (error: unknown) => {
        const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
        return [message, stdout, stderr].join('\n').slice(0, 5000);
      },
    );
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${name}: ${outcome ?? 'generated, compiled, made 5 calls'} (${seconds} s)`);
    if (outcome !== undefined) failures.push(name);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
  await service.stop();
}
process.exitCode = failures.length === 0 ? 0 : 1;

function workshopIn(folder: string, document: string, name: string): Workshop {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    BASE_URL: service.baseUrl,
    KEY: service.outputs.management_key,
    SLUG: `from-${name}`,
  };
  const run: Workshop['run'] = async (command, args, cwd = folder) => {
    const { stdout } = await exec(command, args, { cwd, env, maxBuffer: 2 ** 26 });
    return stdout;
  };
  return {
    folder,
    document,
    run,
    write: (file, text) => writeFileSync(join(folder, file), text),
    openapiGenerator: (generator, ...options) => {
      const jar = process.env['OPENAPI_GENERATOR'];
      if (jar === undefined)
        throw new Error('Set OPENAPI_GENERATOR to the path of openapi-generator-cli.jar');
      return run('java', [
        '-jar',
        jar,
        'generate',
        '-i',
        document,
        '-g',
        generator,
        '-o',
        'client',
        ...options,
      ]);
    },
  };
}
