/**
 * Measures the size of each function's bundle and its import time in Node with the stack's environment
 * variables.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { bundleFunctions, bundlesIn } from '../../lib/bundling/bundles.ts';
import { makeApp } from '../../lib/make-app.ts';
import { Stack } from '../../local/template/stack.ts';
import { percentile } from './figures.ts';

const RUNS = 7;
const MEASURE =
  'const t=performance.now();await import(process.argv[1]).catch(e=>{console.error(e);process.exit(1)});' +
  // Exit explicitly, because importing one of the functions starts a server that keeps the process running.
  'console.log(performance.now()-t);process.exit(0)';

const functionProperties = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).optional(),
});

const webFunctionProperties = z.object({
  ServiceConfig: z.object({ EnvironmentVariables: z.record(z.string(), z.coerce.string()) }),
});

export async function benchBundles(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-bundles-'));
  const outdir = join(folder, 'bundles');
  await bundleFunctions(outdir);
  const env = { ...(await stackVariables(join(folder, 'assembly'))), PATH: process.env['PATH'] };
  for (const [entry, bundle] of bundlesIn(outdir)) {
    const file = join(bundle, 'index.mjs');
    const times = Array.from({ length: RUNS }, () => {
      const args = ['--input-type=module', '-e', MEASURE, pathToFileURL(file).href];
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${entry}: ${stderr}`);
      return Number(stdout);
    });
    const size = `${(statSync(file).size / 1024).toFixed(0)} KB`;
    console.log(`${entry.padEnd(34)} ${size.padStart(8)}   import ${percentile(times, 0.5).toFixed(0)} ms`);
  }
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Returns all functions' environment variables. On import, a handler only reads its variables and makes no
 * calls.
 */
async function stackVariables(assembly: string): Promise<Record<string, string>> {
  const settings = {
    'svc:stage': 'test',
    'svc:mailSender': 'Forms <forms@example.com>',
    'svc:largePosts': true,
    'svc:eventBus': true,
    'svc:canary': { everyMinutes: 1 },
  };
  (await makeApp(settings, assembly)).synth();
  const nowhere = 'http://127.0.0.1:1';
  const stack = Stack.read(assembly, 'svc-forms-test', { sqsEndpoint: nowhere, apiEndpoint: nowhere });
  const variables = stack
    .resources(['AWS::Lambda::Function'], functionProperties)
    .map(({ properties }) => properties.Environment?.Variables ?? {});
  const webVariables = stack
    .resources(['AWS::Lambda::WebFunctionRevision'], webFunctionProperties)
    .map(({ properties }) => properties.ServiceConfig.EnvironmentVariables);
  const platform = { AWS_REGION: 'us-east-1', AWS_LAMBDA_HTTP_ENDPOINT: '127.0.0.1:0' };
  return { ...platform, ...Object.assign({}, ...variables, ...webVariables) };
}
