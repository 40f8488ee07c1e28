/** Synthesises the service's CDK app into a cloud assembly on disk. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { keptFolder, touch } from '../../lib/bundling/kept-folder.ts';
import { BUNDLE_SOURCES } from '../../lib/bundling/bundle-sources.ts';
import { CLIENT_ID, usesLocalIssuer } from '../issuer/local-issuer.ts';
import { RunnerError, messageOf } from '../runner-error.ts';
import type { Service } from '../running-services.ts';
import type { Steps } from '../steps.ts';
import { FunctionCode, keptBundlesIn } from './function-code.ts';
import { runProcess } from './run-process.ts';
import type { SynthesisInput, SynthesisResult } from './synthesis-process.ts';

/** A cloud assembly on disk and the one stack in it. */
export interface Assembly extends Service {
  readonly assembly: string;
  readonly stackName: string;
  readonly code: FunctionCode;
  /** Whether it ran at an earlier start. */
  readonly hasRun: boolean;
  /** Remembers that it runs. */
  noteRun(): void;
}

/** Settings that differ from start to start; the assembly that is kept holds placeholders for them. */
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
/** A file there once the assembly has run. */
const HAS_RUN = 'has-run';
/** Begins the path of a function's code in the kept assembly's manifest; its entry follows. Each start puts its folder there. */
const FUNCTIONS = 'functions/';
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
  // Functions are loaded when they are first invoked.
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

/** Synthesises the app with these settings, so that `synthesise` finds it ready. */
export async function prepareAssembly(
  context: Readonly<Record<string, unknown>>,
  steps: Steps,
): Promise<void> {
  await keptAssembly(context, steps);
}

/** The manifest of the assets, which stay where they are. */
function assetsIn(folder: string, stackName: string, code: FunctionCode): string {
  return mapAssets(join(folder, `${stackName}.assets.json`), (path) =>
    path.startsWith(FUNCTIONS) ? code.folderOf(path.slice(FUNCTIONS.length)) : resolve(folder, path),
  );
}

/** A manifest of assets with other paths. */
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
    return await keptFolder({
      name: 'assembly',
      sources: [...BUNDLE_SOURCES, 'lib', 'local/synthesis'],
      // What CDK itself reads of the environment.
      key: JSON.stringify([context, Object.entries(process.env).filter(([name]) => name.startsWith('CDK_'))]),
      make: (folder) => steps.run('Synthesizing the stack', () => makeAssembly(context, folder)),
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
  const placeholders = join(scratch, 'functions');
  mkdirSync(scratch, { recursive: true });
  try {
    const input: SynthesisInput = { context, outdir, scratch, placeholders };
    const result = await runProcess<SynthesisResult>('synthesis-process', input, {
      // CDK's validation against CloudFormation's rules takes half the time of a start; `cdk synth` does it.
      CDK_VALIDATION: 'false',
      TMPDIR: scratch,
    });
    if ('wrongSettings' in result) throw new RunnerError(result.wrongSettings);
    if ('failed' in result) throw new Error(result.failed);
    const [stackName, second] = result.stacks;
    if (stackName === undefined || second !== undefined)
      throw new RunnerError(`the CDK app has ${result.stacks.length} stacks; the runner runs exactly one`);
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
