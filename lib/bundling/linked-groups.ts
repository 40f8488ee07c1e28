/** The two groups in which functions are bundled for this machine: a start waits for the first only. */
import { findKept, type KeptSource } from './kept-folder.ts';
import { otherEntries } from './other-entries.ts';
import { BUNDLE_SOURCES, FUNCTION_SOURCES, PACKAGE_SOURCES } from './bundle-sources.ts';

/** `later` are bundled when the service runs; a call of one of them before that waits for it. */
export type LinkedGroup = 'first' | 'later';

/**
 * What a start loads and calls: what reads streams and queues, and what fills the demo account. Web functions have to be
 * here: their threads do not wait for code.
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

/** Where a group is kept, and what it is made of. */
export const keptLinkedGroup = (group: LinkedGroup): KeptSource => ({
  name: `linked-${group}`,
  sources: group === 'first' ? FUNCTION_SOURCES : BUNDLE_SOURCES,
});

/** Where the packages are kept that the bundles of both groups import by their path. */
export const KEPT_PACKAGES: KeptSource = { name: 'packages', sources: PACKAGE_SOURCES };

/** The folder of a group's bundles when they are there, and the packages that they import. */
export const findLinkedGroup = async (group: LinkedGroup): Promise<string | undefined> =>
  (await findKept(KEPT_PACKAGES)) && findKept(keptLinkedGroup(group));
