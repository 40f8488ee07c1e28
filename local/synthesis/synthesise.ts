/** Synthesizes the service's CDK app into a cloud assembly on disk. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { cachedFolder, touch } from '../../lib/bundling/kept-folder.ts';
import { BUNDLE_SOURCES } from '../../lib/bundling/bundle-sources.ts';
import { CLIENT_ID, usesLocalIssuer } from '../issuer/local-issuer.ts';
import { RunnerError, messageOf } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import type { Steps } from '../steps.ts';
import { FunctionCode, keptBundlesIn } from './function-code.ts';
import { runProcess } from './run-process.ts';
import type { SynthesisInput, SynthesisResult } from './synthesis-process.ts';

/** A cloud assembly on disk that contains one stack. */
export interface Assembly extends Service {
  readonly assembly: string;
  readonly stackName: string;
  readonly code: FunctionCode;
  /** True if an earlier start has already run this assembly. */
  readonly hasRun: boolean;
  /** Records that the assembly has been run. */
  noteRun(): void;
}

/** Values that differ at each start. The cached assembly contains placeholders for them. */
export interface ValuesOfStart {
  /** The secret with which the edge proves that it forwarded a request. */
  readonly edgeSecret: string;
  /** URL of the local issuer. Absent if the settings specify another issuer or none. */
  readonly issuer?: string | undefined;
}

const EDGE_SECRET = 'edge_secret_of_this_start_______________';
const ISSUER = 'http://127.0.0.1:9/issuer-of-this-start';
/** Name of the file that contains the stack's name, next to the cached assembly. */
const STACK_NAME = 'stack-name';
/** Name of a file that exists if the assembly has been run. */
const HAS_RUN = 'has-run';
/**
 * Prefix of code paths in the cached assembly's manifest, followed by the function's entry. Each start
 * replaces these paths with its own folders.
 */
const FUNCTIONS = 'functions/';
const IN_USE_MILLISECONDS = 600_000;

/**
 * Synthesizes the stack with these settings. If the code and settings haven't changed since an earlier start,
 * uses the cached assembly instead. Synthesis runs in a separate process that ends afterwards.
 * @param context the stage's settings, which take precedence over `values`
 * @param outdir receives the template and the asset manifest, with the values of this start
 * @throws RunnerError with one line for each invalid stage setting, or if the app can't be synthesized
 */
export async function synthesise(
  context: Readonly<Record<string, unknown>>,
  outdir: string,
  { edgeSecret, issuer }: ValuesOfStart,
  steps: Steps,
): Promise<Assembly> {
  const [kept, code] = await Promise.all([
    keptAssembly(context, steps),
    FunctionCode.prepare(resolve(outdir, 'later-functions'), keptBundlesIn(steps)),
  ]);
  const stackName = readFileSync(join(kept, STACK_NAME), 'utf8');
  const template = readFileSync(join(kept, `${stackName}.template.json`), 'utf8')
    .replaceAll(EDGE_SECRET, edgeSecret)
    .replaceAll(ISSUER, issuer ?? ISSUER);
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  writeFileSync(join(outdir, `${stackName}.template.json`), template, { mode: 0o600 });
  writeFileSync(join(outdir, `${stackName}.assets.json`), assetsIn(kept, stackName, code));
  // Marks folders as used while the service runs, because functions are only loaded on their first
  // invocation.
  const inUse = (): void => {
    void touch(kept);
    void code.touch();
  };
  const timer = setInterval(inUse, IN_USE_MILLISECONDS).unref();
  return {
    assembly: outdir,
    stackName,
    code,
    hasRun: existsSync(join(kept, HAS_RUN)),
    noteRun: () => writeFileSync(join(kept, HAS_RUN), ''),
    stop: () => {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}

/** Synthesizes the app with these settings in advance, so that `synthesise` finds it in the cache. */
export async function prepareAssembly(
  context: Readonly<Record<string, unknown>>,
  steps: Steps,
): Promise<void> {
  await keptAssembly(context, steps);
}

/** Returns the asset manifest with the paths of this start. The assets themselves are not moved. */
function assetsIn(folder: string, stackName: string, code: FunctionCode): string {
  return mapAssets(join(folder, `${stackName}.assets.json`), (path) =>
    path.startsWith(FUNCTIONS) ? code.folderOf(path.slice(FUNCTIONS.length)) : resolve(folder, path),
  );
}

/** Returns an asset manifest with its paths replaced. */
function mapAssets(file: string, map: (path: string) => string): string {
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    files: Record<string, { source: { path: string } }>;
  };
  for (const { source } of Object.values(manifest.files)) source.path = map(source.path);
  return JSON.stringify(manifest);
}

async function keptAssembly(given: SynthesisInput['context'], steps: Steps): Promise<string> {
  const context = {
    'svc:edgeSecrets': [EDGE_SECRET],
    ...given,
    ...(usesLocalIssuer(given) && { 'svc:oidc': { issuer: ISSUER, clientId: CLIENT_ID } }),
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

async function makeAssembly(context: SynthesisInput['context'], outdir: string): Promise<void> {
  // Folder for the app's temporary files, which are deleted when the assembly is complete.
  const scratch = `${outdir}.tmp`;
  const placeholders = join(scratch, 'functions');
  mkdirSync(scratch, { recursive: true });
  try {
    const input: SynthesisInput = { context, outdir, scratch, placeholders };
    const result = await runProcess<SynthesisResult>('synthesis-process', input, {
      // Skips CDK's validation against CloudFormation's rules, which would take half of the startup time.
      // `cdk synth` still runs it.
      CDK_VALIDATION: 'false',
      TMPDIR: scratch,
    });
    if ('wrongSettings' in result) throw new RunnerError(result.wrongSettings);
    if ('failed' in result) throw new Error(result.failed);
    const [stackName, second] = result.stacks;
    if (stackName === undefined || second !== undefined)
      throw new RunnerError(
        `the CDK app has ${result.stacks.length} stacks, but the runner requires exactly one`,
      );
    const assets = join(outdir, `${stackName}.assets.json`);
    writeFileSync(
      assets,
      mapAssets(assets, (path) => {
        const entry = relative(placeholders, resolve(outdir, path)).replaceAll('\\', '/');
        return entry.startsWith('../') || isAbsolute(entry) ? path : `${FUNCTIONS}${entry}`;
      }),
    );
    writeFileSync(join(outdir, STACK_NAME), stackName);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
