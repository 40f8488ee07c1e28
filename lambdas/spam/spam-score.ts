/** Why a submission is held for spam, or nearly was: a score and the reasons that it adds up from. */
import * as z from 'zod';

/** Certain: no other sign can make up for it. */
export const HIGHEST_SCORE = 100;

const reason = z.object({
  code: z
    .string()
    .describe('Names the reason, such as `honeypot`; more codes may come.')
    .meta({ examples: ['honeypot'] }),
  points: z
    .int()
    .min(0)
    .max(HIGHEST_SCORE)
    .describe('How much it adds to the score.')
    .meta({ examples: [100] }),
  detail: z
    .string()
    .describe('The reason in words, in English.')
    .meta({ examples: ['The hidden field "_gotcha" was filled in.'] }),
});

export type SpamReason = z.infer<typeof reason>;

/** As it is stored and shown. What the service did not judge has a score of 0 and no reasons. */
export const spamScore = z.object({
  score: z.int().min(0).max(HIGHEST_SCORE).describe('0 is no sign of spam, 100 is certain.'),
  reasons: z.array(reason).describe('What the score adds up from.'),
});
export type SpamScore = z.infer<typeof spamScore>;

export const NO_SIGN_OF_SPAM: SpamScore = { score: 0, reasons: [] };

/** The score of a post that filled in the field that people do not see. */
export function honeypotScore(field: string): SpamScore {
  const detail = `The hidden field "${field}" was filled in.`;
  return { score: HIGHEST_SCORE, reasons: [{ code: 'honeypot', points: HIGHEST_SCORE, detail }] };
}
