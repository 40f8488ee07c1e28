/** Defines the retry schedule for webhook deliveries (docs/specification.md, "Retry schedule"). */

/**
 * Seconds to wait before attempts 2 to 6, counted from the end of the failed attempt. By default, a delivery
 * fails after attempt 5, so the last wait only applies if the stage sets `webhookMaxAttempts` to 6.
 */
export const RETRY_WAITS_SECONDS = [1, 10, 60, 600, 3600] as const;

/**
 * When to probe a webhook with `auto_recover`, in seconds after the webhook started failing. The last value is
 * also the interval between later probes.
 */
export const PROBE_TIMES_SECONDS = [900, 1800, 3600, 7200, 14_400] as const;
