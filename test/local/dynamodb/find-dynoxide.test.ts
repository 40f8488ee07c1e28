/**
 * Tests how the runner finds the DynamoDB emulator on each platform, and how it downloads the emulator with
 * npm from a real HTTP registry on loopback.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DYNOXIDE_VERSION, LOCKED_INTEGRITY } from '../../../local/dynamodb/dynoxide-package.ts';
import { findDynoxide, type FindOptions } from '../../../local/dynamodb/find-dynoxide.ts';
import { Steps } from '../../../local/steps.ts';
import { userCacheFolder } from '../../../lib/bundling/user-cache.ts';
import { NpmRegistry } from './npm-registry.ts';

const directory = mkdtempSync(join(tmpdir(), 'svc-dynoxide-'));
const registry = new NpmRegistry();
beforeAll(() => registry.start());
afterEach(() => {
  registry.damage = 'none';
});
afterAll(async () => {
  await registry.stop();
  rmSync(directory, { recursive: true });
});

/**
 * Simulates a new user on a machine without an emulator. npm only uses the given registry, and its cache is
 * empty.
 */
function newUser({ platform = 'linux', arch = 'arm64', url = registry.url } = {}) {
  const home = mkdtempSync(join(directory, 'home-'));
  const { PATH: _, npm_execpath, ...rest } = process.env;
  const cache = join(home, 'cache');
  const options = {
    machine: { platform, arch },
    home,
    installed: () => undefined,
    locked: {},
    env: {
      ...rest,
      // npm scripts set `npm_execpath`. Otherwise, npm must be found on the PATH.
      PATH: npm_execpath === undefined ? process.env['PATH'] : '',
      npm_execpath,
      HOME: home,
      XDG_CACHE_HOME: cache,
      npm_config_registry: url,
      npm_config_cache: join(home, 'npm'),
      npm_config_userconfig: join(home, 'npmrc'),
    },
  } satisfies FindOptions;
  return { home, cache: join(cache, 'svc-forms'), options };
}

const EMULATOR = '#!/bin/sh\n';
const program = (platform: string): string => (platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');

function placeAt(...path: string[]): string {
  const file = join(...path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, EMULATOR);
  return file;
}

const WHAT_TO_DO =
  'connect to a network and start again, or run "cargo install dynoxide-rs", ' +
  'or set DYNAMODB_ENDPOINT to a running DynamoDB Local, for example http://127.0.0.1:8000';

test('uses the installed package or looks in the PATH, cargo, the cache, and npm, in that order', async () => {
  const { home, cache, options } = newUser();
  registry.publish(directory, 'linux', 'arm64', 'dynoxide', EMULATOR);
  const installed = join(home, 'node_modules/@dynoxide/linux-arm64');
  const onPath = join(home, 'bin');
  const withAll: FindOptions = {
    ...options,
    installed: () => installed,
    env: { ...options.env, PATH: `${join(home, 'nowhere')}:${onPath}:${options.env.PATH}` },
  };
  const before = registry.requests.length;
  const inCache = placeAt(cache, 'dynoxide-1.2.1-linux-arm64/dynoxide');
  expect(await findDynoxide(withAll)).toBe(inCache);
  const fromCargo = placeAt(home, '.cargo/bin/dynoxide');
  expect(await findDynoxide(withAll)).toBe(fromCargo);
  placeAt(onPath, 'dynoxide');
  expect(await findDynoxide(withAll)).toBe(join(onPath, 'dynoxide'));
  placeAt(installed, 'dynoxide');
  expect(await findDynoxide(withAll)).toBe(join(installed, 'dynoxide'));
  expect(registry.requests).toHaveLength(before);
});

test.each([
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
  ['linux', 'arm64'],
  ['linux', 'x64'],
  ['win32', 'x64'],
])('downloads only the package for %s-%s, only once, and prints a message', async (platform, arch) => {
  const { cache, options } = newUser({ platform, arch });
  registry.publish(directory, platform, arch, program(platform), EMULATOR);
  const before = registry.requests.length;
  const printed: string[] = [];
  const steps = new Steps({ quiet: false }, (line) => printed.push(line));
  const found = await findDynoxide({ ...options, steps });
  expect(found).toBe(join(cache, `dynoxide-1.2.1-${platform}-${arch}`, program(platform)));
  expect(readFileSync(found, 'utf8')).toBe(EMULATOR);
  expect(statSync(found).mode & 0o111).toBe(0o111);
  expect(readdirSync(cache)).toEqual([`dynoxide-1.2.1-${platform}-${arch}`]);
  const name = `@dynoxide/${platform}-${arch}`;
  expect(registry.requests.slice(before)).toEqual([`/${name}`, `/${name}`, `/${name}/-/package.tgz`]);
  expect(printed[0]).toBe(`Downloading the DynamoDB emulator (only the first time): ${name}@1.2.1…`);
  expect(await findDynoxide({ ...options, steps })).toBe(found);
  expect(registry.requests).toHaveLength(before + 3);
});

test("refuses a package whose checksum isn't the one in package-lock.json", async () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8'));
  const { version, integrity } = lock.packages['node_modules/@dynoxide/linux-x64'];
  expect(lock.packages[''].optionalDependencies['@dynoxide/linux-x64']).toBe(version);
  expect({ version: DYNOXIDE_VERSION, ...LOCKED_INTEGRITY }).toEqual({ version, 'linux-x64': integrity });

  const { cache, options } = newUser({ arch: 'x64' });
  const published = registry.publish(directory, 'linux', 'x64', 'dynoxide', EMULATOR);
  await expect(findDynoxide({ ...options, locked: LOCKED_INTEGRITY })).rejects.toThrow(
    `cannot get the DynamoDB emulator @dynoxide/linux-x64@1.2.1: the downloaded package doesn't match the checksum in package-lock.json; ${WHAT_TO_DO}`,
  );
  expect(readdirSync(cache)).toEqual([]);
  expect(await findDynoxide({ ...options, locked: { 'linux-x64': published } })).toContain('1.2.1-linux-x64');
});

test.each([
  ['other content', /: the downloaded package doesn't match the npm registry's checksum; /, undefined],
  ['cut off', /: npm failed with ECONNRESET; /, undefined],
  ['stops', /: the npm registry does not respond; /, 4000],
  // On a busy machine, the time limit can end npm before it reports an error.
  ['silent', /: (?:npm failed with FETCH_ERROR|the npm registry does not respond); /, 1000],
] as const)('refuses a damaged download (%s) and says what to do', async (damage, reason, silence) => {
  const { cache, options } = newUser();
  registry.publish(directory, 'linux', 'arm64', 'dynoxide', EMULATOR);
  registry.damage = damage;
  const fetching = findDynoxide({
    ...options,
    ...(silence !== undefined && { silenceMilliseconds: silence }),
  });
  const { message } = (await fetching.catch((error: unknown) => error)) as Error;
  expect(message).toMatch(reason);
  expect(message.startsWith('cannot get the DynamoDB emulator @dynoxide/linux-arm64@1.2.1: ')).toBe(true);
  expect(message.endsWith(WHAT_TO_DO)).toBe(true);
  expect(readdirSync(cache)).toEqual([]);
});

test("refuses a package that doesn't contain the program", async () => {
  const { options } = newUser();
  registry.publish(directory, 'linux', 'arm64', 'README.md', EMULATOR);
  await expect(findDynoxide(options)).rejects.toThrow(`the package has no file dynoxide; ${WHAT_TO_DO}`);
});

test.each([
  ['linux', 'riscv64'],
  ['plan9', 'x64'],
])("sends no request for %s-%s, a platform that the publisher doesn't support", async (platform, arch) => {
  const { options } = newUser({ platform, arch });
  const before = registry.requests.length;
  await expect(findDynoxide(options)).rejects.toThrow(
    `: it isn't available for this platform; ${WHAT_TO_DO}`,
  );
  expect(registry.requests).toHaveLength(before);
});

test("says what to do if there is no network or the registry doesn't have the package", async () => {
  const empty = new NpmRegistry();
  await empty.start();
  const { options } = newUser({ platform: 'darwin', url: empty.url });
  await expect(findDynoxide(options)).rejects.toThrow(
    `: the npm registry does not have this package; ${WHAT_TO_DO}`,
  );
  await empty.stop();
  await expect(findDynoxide(options)).rejects.toThrow(`: npm failed with ECONNREFUSED; ${WHAT_TO_DO}`);
  // Retries are turned off, so npm sends a single request for the package.
  expect(empty.requests).toEqual(['/@dynoxide/darwin-arm64']);
});

test("explains that it can't write to the cache", async () => {
  const { options, home } = newUser();
  writeFileSync(join(home, 'file'), '');
  const env = { ...options.env, XDG_CACHE_HOME: join(home, 'file') };
  await expect(findDynoxide({ ...options, env })).rejects.toThrow(
    new RegExp(`: cannot write to ${home}/file/svc-forms \\(ENOTDIR.*\\); connect to a network`),
  );
});

test.each([
  ['linux', { XDG_CACHE_HOME: '/var/cache/ada' }, '/home/ada', '/var/cache/ada/svc-forms'],
  ['linux', {}, '/home/ada', '/home/ada/.cache/svc-forms'],
  ['darwin', {}, '/Users/ada', '/Users/ada/Library/Caches/svc-forms'],
  ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\ada', 'D:\\Local\\svc-forms'],
  ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Local\\svc-forms'],
] as const)("the user's cache on %s with %j in %s is %s", (platform, env, home, folder) => {
  expect(userCacheFolder({ platform, env, home })).toBe(folder);
});
