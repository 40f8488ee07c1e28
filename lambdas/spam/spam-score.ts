/** Defines a submission's spam score and the reasons for it. The score is the sum of the reasons' points. */
import * as z from 'zod';

/** The maximum score, for submissions that are certainly spam. */
export const HIGHEST_SCORE = 100;

const reason = z.object({
  code: z
    .string()
    .describe('Code of the reason, for example `honeypot`. More codes may be added.')
    .meta({ examples: ['honeypot'] }),
  points: z
    .int()
    .min(0)
    .max(HIGHEST_SCORE)
    .describe('Points that the reason adds to the score.')
    .meta({ examples: [100] }),
  detail: z
    .string()
    .describe('Description of the reason, in English.')
    .meta({ examples: ['The hidden field "_gotcha" was filled in.'] }),
});

export type SpamReason = z.infer<typeof reason>;

/**
 * The score as it is stored and returned by the API. Submissions that the service didn't score have a score
 * of 0 and no reasons.
 */
export const spamScore = z.object({
  score: z.int().min(0).max(HIGHEST_SCORE).describe('From 0, no sign of spam, to 100, certainly spam.'),
  reasons: z.array(reason).describe('The reasons for the score, which is the sum of their points.'),
});
export type SpamScore = z.infer<typeof spamScore>;

export const NO_SIGN_OF_SPAM: SpamScore = { score: 0, reasons: [] };

/** Returns the score for a submission with a filled-in honeypot field. */
export function honeypotScore(field: string): SpamScore {
  const detail = `The hidden field "${field}" was filled in.`;
  return { score: HIGHEST_SCORE, reasons: [{ code: 'honeypot', points: HIGHEST_SCORE, detail }] };
}
