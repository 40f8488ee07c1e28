/**
 * Two groups of functions that are bundled separately for this machine. A start waits only for the first
 * group.
 */
import { findCached, type CachedSource } from './kept-folder.ts';
import { otherEntries } from './other-entries.ts';
import { BUNDLE_SOURCES, FUNCTION_SOURCES, PACKAGE_SOURCES } from './bundle-sources.ts';

/** The `later` group is bundled while the service runs. Calls to its functions wait until it is done. */
export type LinkedGroup = 'first' | 'later';

/**
 * Functions that a start loads and calls: consumers of streams and queues, and those that create the demo
 * data. Web functions must be here because their threads don't wait for code.
 */
const FIRST = new Set<string>([
  ...otherEntries,
  'api/health/health',
  'ingest/submit-form',
  'forms/create-form',
  'webhooks/create-webhook',
]);

/** @param entry a function, for example `forms/create-form` */
export const linkedGroupOf = (entry: string): LinkedGroup => (FIRST.has(entry) ? 'first' : 'later');

/** Returns where a group is cached, and its sources. */
export const keptLinkedGroup = (group: LinkedGroup): CachedSource => ({
  name: `linked-${group}`,
  sources: group === 'first' ? FUNCTION_SOURCES : BUNDLE_SOURCES,
});

/** Where the packages are cached that the bundles of both groups import by path. */
export const KEPT_PACKAGES: CachedSource = { name: 'packages', sources: PACKAGE_SOURCES };

/** Returns the folder of a group's bundles if both it and the packages it imports are cached. */
export const findLinkedGroup = async (group: LinkedGroup): Promise<string | undefined> =>
  (await findCached(KEPT_PACKAGES)) && findCached(keptLinkedGroup(group));
