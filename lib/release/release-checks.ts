/** Checks that a version can be released. */
import { isNewer, VERSION } from '../service-version.ts';

export interface ReleaseCandidate {
  /** Version in `package.json`. */
  readonly version: string;
  /** Versions of the packages in `packages/`, by folder. */
  readonly packages: Readonly<Record<string, string>>;
  /** Text of `CHANGELOG.md`. */
  readonly changelog: string;
  /** Version of the latest release that is recorded in `last-release.json`. */
  readonly recorded: string;
}

const HEADING = /^## \[(\d[^\]]*)\](?: - (.*))?$/gm;

/** Returns one sentence for each problem that prevents a release of this version. */
export function releaseProblems({ version, packages, changelog, recorded }: ReleaseCandidate): string[] {
  const problems: string[] = [];
  if (!VERSION.test(version)) problems.push(`package.json: "${version}" is not a version such as 1.0.0.`);
  for (const [folder, other] of Object.entries(packages))
    if (other !== version) problems.push(`${folder}/package.json has version ${other}, expected ${version}.`);
  if (isNewer(recorded, version))
    problems.push(`Version ${version} is older than ${recorded}, the last release. Set a newer version.`);
  const [latest, before] = Array.from(changelog.matchAll(HEADING), ([, name = '', date = '']) => ({
    name,
    date,
  }));
  if (latest?.name !== version)
    problems.push(
      `The latest version in CHANGELOG.md is ${latest?.name ?? 'missing'}, expected ${version}. ` +
        `Move the unreleased entries to a section "## [${version}] - <date>".`,
    );
  else if (!/^\d{4}-\d{2}-\d{2}$/.test(latest.date))
    problems.push(`CHANGELOG.md: add the date to "## [${version}]", for example "- 2026-11-24".`);
  if (latest && before && !isNewer(latest.name, before.name))
    problems.push(`CHANGELOG.md: version ${latest.name} follows ${before.name}, but is not newer.`);
  return problems;
}

/** Returns a warning if the changelog has entries under "Unreleased", or undefined if it has none. */
export function unreleasedWarning(changelog: string): string | undefined {
  const [, unreleased = ''] = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? [];
  return unreleased.trim() === ''
    ? undefined
    : 'CHANGELOG.md has entries under "Unreleased", which this version contains but doesn\'t list.';
}
