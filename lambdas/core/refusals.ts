/** Defines the reasons why a form can reject submissions. Each reason is a problem slug. */
import * as z from 'zod';
import type { ProblemSlug } from './errors/problem-slugs.ts';

/** Problems that a submission to an existing form can cause, except problems of the service itself. */
export const refusalReasons = [
  'validation-failed',
  'rate-limited',
  'quota-exceeded',
  'turnstile-failed',
  'challenge-failed',
  'origin-not-allowed',
  'form-not-live',
  'body-too-large',
  'file-too-large',
  'uploads-not-allowed',
  'bad-body',
  'unsupported-encoding',
  'invalid-key',
  'webhook-loop',
] as const satisfies readonly ProblemSlug[];
export type RefusalReason = (typeof refusalReasons)[number];

export const isRefusalReason = (slug: string): slug is RefusalReason =>
  refusalReasons.some((reason) => reason === slug);

/** Number of rejected submissions by reason. */
export type RefusalCounts = Partial<Record<RefusalReason, number>>;

/** Representation of a reason and its count in the management API. */
export const refusalView = z.object({
  reason: z.enum(refusalReasons).describe('`code` of the problem document that the visitor got.'),
  count: z.int().describe('Number of refused submissions. Under heavy load, some may not be counted.'),
});

/** Adds up counts and lists them, highest first. */
export function listRefusals(all: readonly RefusalCounts[]): z.infer<typeof refusalView>[] {
  return refusalReasons
    .map((reason) => ({ reason, count: all.reduce((sum, each) => sum + (each[reason] ?? 0), 0) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}
