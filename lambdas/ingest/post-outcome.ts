/**
 * Classifies form submissions by their outcome, for the metrics. There are only a few outcomes, because each
 * one is a separate metric.
 */

import { CANARY_FORM } from '../core/canary-ids.ts';

interface LoggedPost {
  readonly form_id?: string | undefined;
  readonly status?: number | undefined;
  readonly problem?: string;
  readonly outcome?: 'stored' | 'spam' | 'replay';
}

/**
 * Problems that have their own outcome, because the operator might have to act on them. All other problems
 * are caused by visitors.
 */
const SEPARATE_OUTCOMES: Readonly<Record<string, string>> = {
  'quota-exceeded': 'over-quota',
  'rate-limited': 'rate-limited',
};

/**
 * Returns `stored`, `spam`, `replay`, `over-quota`, `rate-limited`, `refused`, or `failed` if the service is
 * at fault. Returns undefined for a CORS preflight, and for the canary's submissions unless the service is at
 * fault. If these were counted, CloudWatch would bill the metric even for an idle stage.
 */
export function postOutcome({
  form_id,
  status = 500,
  problem = '',
  outcome,
}: LoggedPost): string | undefined {
  if (status >= 500) return 'failed';
  if (form_id === CANARY_FORM) return undefined;
  if (status >= 400) return SEPARATE_OUTCOMES[problem] ?? 'refused';
  return outcome;
}
