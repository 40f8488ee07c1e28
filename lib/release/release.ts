/**
 * Creates a release in `release/<version>`, which contains the packages and their checksums. Run it with `npm
 * run release`. The command doesn't publish anything.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { serviceVersion } from '../service-version.ts';
import { CHECKSUMS, filesOf, writeChecksums } from './checksums.ts';
import { PACKAGES } from './published-packages.ts';
import { releaseProblems, unreleasedWarning } from './release-checks.ts';
import { ReleaseError } from './release-error.ts';
import { RELEASE_STEPS } from './release-steps.ts';

const ROOT = join(import.meta.dirname, '../..');

try {
  await makeRelease();
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  process.stderr.write(`npm run release: ${error.message}\n`);
  process.exitCode = 1;
}

async function makeRelease(): Promise<void> {
  const version = serviceVersion();
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const problems = releaseProblems({
    version,
    packages: Object.fromEntries(
      PACKAGES.map((folder) => [folder, serviceVersion(join(ROOT, folder, 'package.json'))]),
    ),
    changelog,
    recorded: serviceVersion(join(ROOT, 'test/template/last-release.json')),
  });
  if (problems.length > 0) throw new ReleaseError(problems.join('\n'));
  for (const warning of [unreleasedWarning(changelog), uncommittedWarning()])
    if (warning !== undefined) process.stderr.write(`Warning: ${warning}\n`);

  const folder = join(ROOT, 'release', version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { makes, run } of RELEASE_STEPS) {
    process.stdout.write(`Making ${makes} …\n`);
    await run({ version, folder });
  }
  await writeChecksums(folder);
  const files = await filesOf(folder);
  const width = Math.max(...files.map(({ bytes }) => bytes.toLocaleString('en').length));
  process.stdout.write(`\nVersion ${version} is in ${relative(ROOT, folder)}:\n\n`);
  for (const { path, bytes } of files)
    process.stdout.write(`  ${bytes.toLocaleString('en').padStart(width)} bytes  ${path}\n`);
  process.stdout.write(`\nTo check the files, run "sha256sum -c ${CHECKSUMS}" in this folder.\n`);
}

/**
 * Returns a warning if there are uncommitted changes. Returns undefined if there are none, or outside a git
 * repository.
 */
function uncommittedWarning(): string | undefined {
  try {
    const changes = execFileSync('git', ['status', '--porcelain'], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return changes === ''
      ? undefined
      : 'The working tree has uncommitted changes, so no commit matches the release.';
  } catch {
    return undefined;
  }
}
