/** Synthesises the service's CDK app into a cloud assembly on disk. */
import { fork } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keptFolder, touch } from '../../lib/bundling/kept-folder.ts';
import { BUNDLE_SOURCES } from '../../lib/bundling/bundle-sources.ts';
import { CLIENT_ID, usesLocalIssuer } from '../issuer/local-issuer.ts';
import { RunnerError, messageOf } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import type { SynthesisInput, SynthesisResult } from './synthesis-process.ts';

/** A cloud assembly on disk and the one stack in it. */
export interface Assembly extends Service {
  readonly assembly: string;
  readonly stackName: string;
}

/** Settings that are others at each start; the assembly that is kept has texts in their place. */
export interface ValuesOfStart {
  /** What the edge proves itself with. */
  readonly edgeSecret: string;
  /** The local issuer's address; absent where the settings name another issuer or none. */
  readonly issuer?: string | undefined;
}

const EDGE_SECRET = 'edge_secret_of_this_start_______________';
const ISSUER = 'http://127.0.0.1:9/issuer-of-this-start';
/** The name of the stack, beside the assembly that is kept. */
const STACK_NAME = 'stack-name';
/** The bundler then collects what it has left behind less often: a tenth of its work. */
const FEWER_COLLECTIONS = { GOGC: '400' };
const IN_USE_MILLISECONDS = 600_000;

/**
 * Synthesises what runs with these settings. That happens in a process which ends afterwards, and only when the code
 * or the settings are others than at an earlier start: else the assembly of that time is still there.
 * @param context the stage's settings; those of `values` that they name are not replaced
 * @param outdir gets the template and the manifest of its assets, with this start's values
 * @throws RunnerError with one line for each stage setting that is wrong, or when the app does not synthesise
 */
export async function synthesise(
  context: Readonly<Record<string, unknown>>,
  outdir: string,
  { edgeSecret, issuer }: ValuesOfStart,
): Promise<Assembly> {
  const kept = await keptAssembly(context);
  const stackName = readFileSync(join(kept, STACK_NAME), 'utf8');
  const template = readFileSync(join(kept, `${stackName}.template.json`), 'utf8')
    .replaceAll(EDGE_SECRET, edgeSecret)
    .replaceAll(ISSUER, issuer ?? ISSUER);
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, `${stackName}.template.json`), template, { mode: 0o600 });
  writeFileSync(join(outdir, `${stackName}.assets.json`), assetsIn(kept, stackName));
  // Functions are loaded from it when they are first invoked.
  const timer = setInterval(() => void touch(kept), IN_USE_MILLISECONDS).unref();
  return {
    assembly: outdir,
    stackName,
    stop: () => {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}

/** Does what takes long of `synthesise` with these settings, which finds it ready then. */
export async function prepareAssembly(context: Readonly<Record<string, unknown>>): Promise<void> {
  await keptAssembly(context);
}

/** The manifest of the assets, which stay where they are. */
function assetsIn(folder: string, stackName: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, `${stackName}.assets.json`), 'utf8')) as {
    files: Record<string, { source: { path: string } }>;
  };
  for (const { source } of Object.values(manifest.files)) source.path = resolve(folder, source.path);
  return JSON.stringify(manifest);
}

async function keptAssembly(given: SynthesisInput['context']): Promise<string> {
  const context = {
    'svc:edgeSecrets': [EDGE_SECRET],
    ...given,
    ...(usesLocalIssuer(given) && { 'svc:oidc': { issuer: ISSUER, clientId: CLIENT_ID } }),
  };
  try {
    return await keptFolder({
      name: 'assembly',
      sources: [...BUNDLE_SOURCES, 'lib', 'local/synthesis'],
      // What CDK itself reads of the environment.
      key: JSON.stringify([context, Object.entries(process.env).filter(([name]) => name.startsWith('CDK_'))]),
      make: (folder) => makeAssembly(context, folder),
    });
  } catch (cause) {
    if (cause instanceof RunnerError) throw cause;
    const message = messageOf(cause)
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ');
    throw new RunnerError(`the CDK app does not synthesise: ${message}`, { cause });
  }
}

async function makeAssembly(context: SynthesisInput['context'], outdir: string): Promise<void> {
  // What the app leaves in the system's temporary folder, it leaves here, and it goes when the assembly is complete.
  const scratch = `${outdir}.tmp`;
  mkdirSync(scratch, { recursive: true });
  try {
    const result = await runSynthesis({ context, outdir, scratch });
    if ('wrongSettings' in result) throw new RunnerError(result.wrongSettings);
    if ('failed' in result) throw new Error(result.failed);
    const [stackName, second] = result.stacks;
    if (stackName === undefined || second !== undefined)
      throw new RunnerError(`the CDK app has ${result.stacks.length} stacks; the runner runs exactly one`);
    writeFileSync(join(outdir, STACK_NAME), stackName);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What the process found, when it has ended. */
function runSynthesis(input: SynthesisInput): Promise<SynthesisResult> {
  const child = fork(fileURLToPath(new URL('./synthesis-process.ts', import.meta.url)), {
    // CDK's validation against CloudFormation's rules takes half the time of a start; `cdk synth` does it.
    env: { ...process.env, TMPDIR: input.scratch, CDK_VALIDATION: 'false', ...FEWER_COLLECTIONS },
    // Little of what it makes is forgotten before it ends.
    execArgv: ['--max-semi-space-size=64', '--disable-warning=ExperimentalWarning'],
  });
  return new Promise((resolve, reject) => {
    let result: SynthesisResult | undefined;
    child.once('message', (message: SynthesisResult) => (result = message));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (result === undefined) reject(new Error(`the process ended with code ${String(code)}`));
      else resolve(result);
    });
    child.send(input);
  });
}
