/**
 * Downloads the DynamoDB emulator with npm if `npm ci` didn't install it. The download is cached, so each
 * user downloads the emulator only once.
 */
import { execFile, type ExecFileOptions } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { RunnerError, messageOf } from '../runner-error.ts';
import { LOCKED_INTEGRITY, type DynoxidePackage } from './dynoxide-package.ts';

/** Milliseconds after which npm gives up on a registry that stops responding. */
const SILENCE_MILLISECONDS = 10_000;

export interface FetchOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Aborts the npm process, for example if another startup step fails. */
  readonly signal?: AbortSignal | undefined;
  /** Expected checksums by platform. Defaults to the checksums in the lock file. */
  readonly locked?: Readonly<Record<string, string>>;
  /** Milliseconds to wait for a registry that stops responding. Defaults to 10 s. */
  readonly silenceMilliseconds?: number;
}

/** Returns the path where `fetchDynoxide` stores the emulator in the cache. */
export function cachedDynoxide(cache: string, wanted: DynoxidePackage): string {
  return join(cache, `dynoxide-${wanted.version}-${wanted.platform}-${wanted.arch}`, wanted.program);
}

/**
 * Installs the emulator's package with npm, which verifies its checksum, and then moves the package to the
 * cache. The cache therefore never contains incomplete packages.
 * @returns the path of the emulator
 * @throws RunnerError that lists other ways to get an emulator. Doesn't retry if there is no network.
 */
export async function fetchDynoxide(
  cache: string,
  wanted: DynoxidePackage,
  options: FetchOptions,
): Promise<string> {
  if (!wanted.isPublished) throw noEmulator(wanted, "it isn't available for this platform");
  const program = cachedDynoxide(cache, wanted);
  const making = makeFolder(cache, wanted);
  try {
    await install(making, wanted, options);
    const installed = join(making, 'node_modules', wanted.name);
    checkLocked(making, wanted, options.locked ?? LOCKED_INTEGRITY);
    if (!existsSync(join(installed, wanted.program)))
      throw noEmulator(wanted, `the package has no file ${wanted.program}`);
    // Make the program executable, because npm keeps the package's file mode. Windows has no file modes.
    if (process.platform !== 'win32') chmodSync(join(installed, wanted.program), 0o755);
    moveTo(join(program, '..'), installed);
    return program;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

function makeFolder(cache: string, wanted: DynoxidePackage): string {
  try {
    mkdirSync(cache, { recursive: true });
    return mkdtempSync(join(cache, 'making-'));
  } catch (cause) {
    throw noEmulator(wanted, `cannot write to ${cache} (${messageOf(cause)})`, cause);
  }
}

function moveTo(folder: string, installed: string): void {
  try {
    renameSync(installed, folder);
  } catch (error) {
    // Ignore the error if another process has just downloaded the same package.
    if (!existsSync(folder)) throw error;
  }
}

/** The JSON that npm prints when it fails. */
const failure = z.object({ error: z.object({ code: z.string(), summary: z.string().optional() }) });

const REASONS: Readonly<Record<string, string>> = {
  E404: 'the npm registry does not have this package',
  ETARGET: 'the npm registry does not have this version',
  EIDLETIMEOUT: 'the npm registry does not respond',
  'no answer': 'the npm registry does not respond',
  EINTEGRITY: "the downloaded package doesn't match the npm registry's checksum",
};

async function install(folder: string, wanted: DynoxidePackage, options: FetchOptions): Promise<void> {
  const { env, signal, silenceMilliseconds = SILENCE_MILLISECONDS } = options;
  const name = `${wanted.name}@${wanted.version}`;
  const how = [
    ...['--fetch-retries=0', `--fetch-timeout=${silenceMilliseconds}`],
    ...['--json', '--no-update-notifier', '--prefix', folder],
  ];
  const run = async (args: readonly string[], timeout: number): Promise<void> => {
    const { code, stdout } = await runNpm([...args, ...how], { cwd: folder, env, signal, timeout });
    if (code === 0) return;
    const known = failure.safeParse(parsed(stdout)).data?.error;
    const reason = REASONS[known?.code ?? code] ?? `npm failed with ${known?.code ?? code}`;
    throw noEmulator(wanted, reason, known?.summary);
  };
  // Query the registry first, with a short time limit, because npm itself has no time limit for DNS lookups.
  // The download may take longer, so it has no time limit.
  await run(['view', name, 'dist'], silenceMilliseconds + 3000);
  // `--force` skips npm's platform check, which isn't needed, because the package name contains the platform.
  await run(['install', name, '--force', '--ignore-scripts', '--no-audit', '--no-fund'], 0);
}

/** The lock file that npm writes for a folder of installed packages. */
const installedLock = z.object({ packages: z.record(z.string(), z.object({ integrity: z.string() })) });

function checkLocked(
  folder: string,
  { name, platform, arch, ...wanted }: DynoxidePackage,
  locked: Readonly<Record<string, string>>,
): void {
  const expected = locked[`${platform}-${arch}`];
  if (expected === undefined) return;
  const written = readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8');
  const found = installedLock.parse(JSON.parse(written)).packages[`node_modules/${name}`]?.integrity;
  if (found !== expected)
    throw noEmulator(
      { name, platform, arch, ...wanted },
      "the downloaded package doesn't match the checksum in package-lock.json",
    );
}

/** Returns an error that explains why there is no emulator and what to do about it. */
function noEmulator({ name, version }: DynoxidePackage, reason: string, cause?: unknown): RunnerError {
  return new RunnerError(
    `cannot get the DynamoDB emulator ${name}@${version}: ${reason}; connect to a network and start again, ` +
      'or run "cargo install dynoxide-rs", ' +
      'or set DYNAMODB_ENDPOINT to a running DynamoDB Local, for example http://127.0.0.1:8000',
    { cause },
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * Runs npm. Resolves to its output and exit code, or to an error code if npm didn't start or exit normally.
 */
function runNpm(
  args: readonly string[],
  options: ExecFileOptions,
): Promise<{ readonly code: number | string; readonly stdout: string }> {
  const [program, before, shell] = npmProgram(options.env ?? {});
  return new Promise((resolve) => {
    execFile(program, [...before, ...args], { ...options, encoding: 'utf8', shell }, (error, stdout) =>
      resolve({ code: error ? (error.code ?? 'no answer') : 0, stdout }),
    );
  });
}

/**
 * Returns how to start npm: the program, its first arguments, and whether it needs a shell. npm scripts and
 * `npx` set a variable to the path of npm's own program. On Windows, npm on the PATH is a batch file, which
 * needs a shell.
 */
function npmProgram(env: NodeJS.ProcessEnv): [string, readonly string[], boolean] {
  const running = env['npm_execpath'];
  if (running !== undefined && basename(running) === 'npm-cli.js')
    return [process.execPath, [running], false];
  return process.platform === 'win32' ? ['npm.cmd', [], true] : ['npm', [], false];
}
