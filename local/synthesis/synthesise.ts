/** Synthesizes the service's CDK app into a cloud assembly on disk. */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cachedFolder, touch } from '../../lib/bundling/kept-folder.ts';
import { BUNDLE_SOURCES } from '../../lib/bundling/bundle-sources.ts';
import { CLIENT_ID, usesLocalIssuer } from '../issuer/local-issuer.ts';
import { RunnerError, messageOf } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import type { Steps } from '../steps.ts';
import {
  assemblyOfStart,
  keepAssembly,
  PLACEHOLDERS,
  type Assembly,
  type ValuesOfStart,
} from './assembly-of-start.ts';
import { FunctionCode } from './function-code.ts';
import { keptBundlesIn } from './group-bundles.ts';
import { runProcess } from './run-process.ts';
import type { SynthesisInput, SynthesisResult } from './synthesis-process.ts';

const IN_USE_MILLISECONDS = 600_000;

/**
 * Synthesizes the stack with these settings. If the code and settings haven't changed since an earlier start,
 * uses the cached assembly instead. Synthesis runs in a separate process that exits afterwards.
 * @param context the stage's settings, which take precedence over `values`
 * @param outdir folder for this start's template and asset manifest
 * @throws RunnerError with one line for each invalid stage setting, or if the app can't be synthesized
 */
export async function synthesise(
  context: Readonly<Record<string, unknown>>,
  outdir: string,
  values: ValuesOfStart,
  steps: Steps,
): Promise<Assembly & Service> {
  const [kept, code] = await Promise.all([
    keptAssembly(context, steps),
    FunctionCode.prepare(resolve(outdir, 'later-functions'), keptBundlesIn(steps)),
  ]);
  const assembly = assemblyOfStart(kept, outdir, code, values);
  // Functions are only loaded on their first invocation, so mark their folders as used while the service
  // runs.
  const inUse = (): void => {
    void touch(kept);
    void code.touch();
  };
  const timer = setInterval(inUse, IN_USE_MILLISECONDS).unref();
  return {
    ...assembly,
    stop: () => {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}

/**
 * Synthesizes the app with these settings in advance, so that `synthesise` finds it in the cache.
 * @returns the assembly's folder
 */
export async function prepareAssembly(
  context: Readonly<Record<string, unknown>>,
  steps: Steps,
): Promise<string> {
  return keptAssembly(context, steps);
}

async function keptAssembly(given: SynthesisInput['context'], steps: Steps): Promise<string> {
  const context = {
    ...given,
    ...(usesLocalIssuer(given) && { 'svc:oidc': { issuer: PLACEHOLDERS.issuer, clientId: CLIENT_ID } }),
  };
  try {
    return await cachedFolder({
      name: 'assembly',
      sources: [...BUNDLE_SOURCES, 'lib', 'local/synthesis'],
      // CDK itself reads these environment variables.
      key: JSON.stringify([context, Object.entries(process.env).filter(([name]) => name.startsWith('CDK_'))]),
      make: (folder) => steps.run('Synthesizing the stack', () => makeAssembly(context, folder)),
    });
  } catch (cause) {
    if (cause instanceof RunnerError) throw cause;
    const message = messageOf(cause)
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ');
    throw new RunnerError(`failed to synthesize the CDK app: ${message}`, { cause });
  }
}

async function makeAssembly(context: SynthesisInput['context'], kept: string): Promise<void> {
  // Folder for files that only the synthesis needs.
  const scratch = `${kept}.tmp`;
  const placeholders = join(scratch, 'functions');
  const outdir = join(scratch, 'cdk.out');
  mkdirSync(outdir, { recursive: true });
  try {
    const input: SynthesisInput = { context, outdir, scratch, placeholders };
    const result = await runProcess<SynthesisResult>('synthesis-process', input, {
      // Skip CDK's validation against CloudFormation's rules, which takes half of the startup time. `cdk
      // synth` still runs it.
      CDK_VALIDATION: 'false',
      // Environment variables that set the folder for temporary files. Windows uses the last two.
      TMPDIR: scratch,
      TEMP: scratch,
      TMP: scratch,
    });
    if ('wrongSettings' in result) throw new RunnerError(result.wrongSettings);
    if ('failed' in result) throw new Error(result.failed);
    const [stackName, second] = result.stacks;
    if (stackName === undefined || second !== undefined)
      throw new RunnerError(
        `the CDK app has ${result.stacks.length} stacks, but the runner requires exactly one`,
      );
    keepAssembly(outdir, stackName, placeholders, kept);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
