/**
 * Splits the functions into two groups that are bundled separately for local use. Startup only waits for the
 * first group.
 */
import { findCached, type CachedSource } from './kept-folder.ts';
import { BUNDLE_SOURCES, FUNCTION_SOURCES, PACKAGE_SOURCES } from './bundle-sources.ts';

/**
 * The `later` group is bundled while the service runs. Invocations of its functions wait until bundling has
 * finished.
 */
export type LinkedGroup = 'first' | 'later';

/**
 * Functions that are needed for startup, the demo data and the first submissions. Also includes web
 * functions, because their threads don't wait for bundling to finish.
 */
const FIRST = new Set<string>([
  'analytics/count-deliveries',
  'analytics/count-emails',
  'analytics/count-submissions',
  'api/functions/webhook-changes',
  'api/health/health',
  'api/unmatched',
  'emails/send-email',
  'first-account/make-first-account',
  'forms/create-form',
  'ingest/submit-form',
  'large-posts/serve-posts',
  'outbox/fan-out-submissions',
  'webhooks/delivery/deliver',
]);

/**
 * Returns the group of a function.
 * @param entry a function's entry, for example `forms/create-form`
 */
export const linkedGroupOf = (entry: string): LinkedGroup => (FIRST.has(entry) ? 'first' : 'later');

/** Returns a group's sources and the name of its cache folder. */
export const keptLinkedGroup = (group: LinkedGroup): CachedSource => ({
  name: `linked-${group}`,
  sources: group === 'first' ? FUNCTION_SOURCES : BUNDLE_SOURCES,
});

/** The shared packages, which the bundles of both groups import by path. */
export const KEPT_PACKAGES: CachedSource = { name: 'packages', sources: PACKAGE_SOURCES };

/** Returns the folder with a group's bundles if both the bundles and the packages they import are cached. */
export const findLinkedGroup = async (group: LinkedGroup): Promise<string | undefined> =>
  (await findCached(KEPT_PACKAGES)) && findCached(keptLinkedGroup(group));
