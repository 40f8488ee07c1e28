/** Under what a post to a form is counted: a handful of outcomes, as each is a metric of its own. */

/** What the log says of a post. */
interface LoggedPost {
  readonly status?: number | undefined;
  readonly problem?: string;
  readonly outcome?: 'stored' | 'spam' | 'replay';
}

/** The problems that say something about the service or its accounts; all others are the visitor's. */
const OF_THEIR_OWN: Readonly<Record<string, string>> = {
  'quota-exceeded': 'over-quota',
  'rate-limited': 'rate-limited',
};

/**
 * `stored`, `spam`, `replay`, `over-quota`, `rate-limited`, `refused`, or `failed` when the fault is ours; undefined of
 * a preflight.
 */
export function postOutcome({ status = 500, problem = '', outcome }: LoggedPost): string | undefined {
  if (status >= 500) return 'failed';
  if (status >= 400) return OF_THEIR_OWN[problem] ?? 'refused';
  return outcome;
}
