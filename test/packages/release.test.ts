/** Tests the checks before a release, and the release's checksums. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesOf, writeChecksums } from '../../lib/release/checksums.ts';
import { npm } from '../../lib/release/npm.ts';
import { releaseProblems, unreleasedWarning } from '../../lib/release/release-checks.ts';

const changelog = (...headings: string[]): string =>
  ['# Changelog', '## [Unreleased]', ...headings.flatMap((heading) => [heading, '- An entry.'])].join('\n\n');

const candidate = {
  version: '1.1.0',
  packages: { 'packages/forms': '1.1.0' },
  changelog: changelog('## [1.1.0] - 2026-12-01', '## [1.0.0] - 2026-11-24'),
  recorded: '1.1.0',
};

it('accepts a version that has a section in the changelog', () => {
  expect(releaseProblems(candidate)).toEqual([]);
  expect(releaseProblems({ ...candidate, recorded: '1.0.0' })).toEqual([]);
});

it.each([
  [
    'a package with a different version',
    { packages: { 'packages/forms': '1.0.0' } },
    'packages/forms/package.json has version 1.0.0, expected 1.1.0.',
  ],
  [
    'a version that is older than the last release',
    { recorded: '1.10.0' },
    'Version 1.1.0 is older than 1.10.0, the last release. Set a newer version.',
  ],
  [
    'a version without a section in the changelog',
    { changelog: changelog('## [1.0.0] - 2026-11-24') },
    'The latest version in CHANGELOG.md is 1.0.0, expected 1.1.0. Move the unreleased entries to a section "## [1.1.0] - <date>".',
  ],
  [
    'a section without a date',
    { changelog: changelog('## [1.1.0]') },
    'CHANGELOG.md: add the date to "## [1.1.0]", for example "- 2026-11-24".',
  ],
  [
    'a section that follows a newer version',
    { changelog: changelog('## [1.1.0] - 2026-12-01', '## [1.2.0] - 2026-11-24') },
    'CHANGELOG.md: version 1.1.0 follows 1.2.0, but is not newer.',
  ],
])('refuses %s', (_, change, problem) => {
  expect(releaseProblems({ ...candidate, ...change })).toEqual([problem]);
});

it('refuses text that is not a version', () => {
  expect(releaseProblems({ ...candidate, version: 'next' })[0]).toBe(
    'package.json: "next" is not a version such as 1.0.0.',
  );
});

it('warns about changelog entries that belong to no version', () => {
  expect(unreleasedWarning(candidate.changelog)).toBeUndefined();
  expect(unreleasedWarning('## [Unreleased]\n')).toBeUndefined();
  const unreleased = candidate.changelog.replace('[Unreleased]', '[Unreleased]\n\n- An entry.');
  expect(unreleasedWarning(unreleased)).toContain('CHANGELOG.md has entries under "Unreleased"');
});

it('says what to do if npm is missing or fails', () => {
  expect(() => npm(['run', '-s', 'no-such-script'])).toThrow(
    '"npm run -s no-such-script" failed. Correct the error above.',
  );
  expect(() => npm(['--version'], { PATH: '' })).toThrow('npm is not on the PATH. Install Node.js with npm.');
});

it('writes checksums that sha256sum accepts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-release-'));
  try {
    mkdirSync(join(folder, 'terraform'));
    writeFileSync(join(folder, 'one.tgz'), 'abc');
    writeFileSync(join(folder, 'terraform/main.tf'), '');
    await writeChecksums(folder);
    // The hash of "abc" is the example in FIPS 180. The hash of an empty file is well known.
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  one.tgz\n' +
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  terraform/main.tf\n',
    );
    const check = (): string =>
      execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    expect(check()).toBe('one.tgz: OK\nterraform/main.tf: OK\n');
    writeFileSync(join(folder, 'one.tgz'), 'abd');
    expect(check).toThrow();
    expect((await filesOf(folder)).map(({ path }) => path)).toEqual([
      'SHA256SUMS',
      'one.tgz',
      'terraform/main.tf',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
