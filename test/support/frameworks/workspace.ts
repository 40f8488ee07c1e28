/** Installs frameworks into a temporary folder and builds and serves websites with them. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../local/free-port.ts';

const FORMS = join(import.meta.dirname, '../../../packages/forms');
const run = promisify(execFile);

/** Turns off the frameworks' telemetry, so that the tests only contact the npm registry. */
const env = {
  ...process.env,
  NODE_OPTIONS: '',
  NODE_ENV: 'production' as const,
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
};

/** A website's source files, as path and content. */
export type Files = Readonly<Record<string, string>>;

export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

export interface Workspace {
  /** Writes a website's files into a new folder and returns the folder. */
  write(files: Files): string;
  /** Returns the folder of an installed package. */
  packageFolder(name: string): string;
  /** Runs a framework's command in the folder. Rejects with the command's output if it fails. */
  build(folder: string, command: readonly string[]): Promise<void>;
  /** Runs a framework's server in the folder until it responds. Adds the port to the end of the command. */
  serve(folder: string, command: readonly string[]): Promise<Server>;
  remove(): void;
}

/**
 * Installs the packages, and packs and installs `@svc-forms/forms` as the React guide describes.
 * @param packages names with exact versions
 * @param overrides packages that replace dependencies of these packages
 */
export async function installFrameworks(
  packages: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, string>> = {},
): Promise<Workspace> {
  const root = mkdtempSync(join(tmpdir(), 'svc-test-frameworks-'));
  await run('npm', ['pack', '--pack-destination', root], { cwd: FORMS });
  const tarball = readdirSync(root).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error('npm pack created no tarball');
  const dependencies = { ...packages, '@svc-forms/forms': `file:${tarball}` };
  const manifest = { private: true, type: 'module', dependencies, overrides };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: root });
  const binary = (name: string): string => join(root, 'node_modules/.bin', name);
  return {
    write(files) {
      const folder = mkdtempSync(join(root, 'website-'));
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
      return folder;
    },
    packageFolder: (name) => join(root, 'node_modules', name),
    async build(folder, [name = '', ...args]) {
      await run(process.execPath, [binary(name), ...args], { cwd: folder, env }).catch((error: unknown) => {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(`${name} failed:\n${stdout}\n${stderr}`, { cause: error });
      });
    },
    async serve(folder, [name = '', ...args]) {
      const port = String(await freePort());
      const child = spawn(process.execPath, [binary(name), ...args, port], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = once(child, 'exit');
      let printed = '';
      await new Promise<void>((resolve, reject) => {
        const hear = (chunk: Buffer): void => {
          printed += chunk.toString();
          if (/ready in|ready!|Local:/i.test(printed)) resolve();
        };
        child.stdout.on('data', hear);
        child.stderr.on('data', hear);
        child.once('exit', (code) => reject(new Error(`${name} ended with ${String(code)}:\n${printed}`)));
      });
      return {
        url: `http://127.0.0.1:${port}/`,
        async stop() {
          child.kill();
          await ended;
        },
      };
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
