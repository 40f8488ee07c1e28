/** Defines the settings of a form's bot challenge (docs/specification.md, "Spam protection"). */
import * as z from 'zod';
import { ValidationFailed } from '../core/errors/errors.ts';

/** `proof-of-work` is the service's own challenge, which sends nothing to a third party. */
export const challengeProviders = ['turnstile', 'proof-of-work'] as const;

/** How much work it takes to solve the service's own challenge. */
export const difficulties = ['low', 'normal', 'high'] as const;
export type Difficulty = (typeof difficulties)[number];

export const challengeInput = z.strictObject({
  enabled: z.boolean().optional(),
  provider: z.enum(challengeProviders).optional(),
  site_key: z.string().max(100).nullable().optional(),
  secret: z.string().min(1).max(200).optional(),
  difficulty: z.enum(difficulties).optional(),
});

export const storedChallenge = z.object({
  enabled: z.boolean(),
  provider: z.enum(challengeProviders),
  site_key: z.string().nullable(),
  difficulty: z.enum(difficulties).default('normal'),
});
type StoredChallenge = z.infer<typeof storedChallenge>;

interface Challenged {
  readonly challenge: StoredChallenge;
  readonly challenge_secret: string | null;
}

/** The challenge of a new form. */
export const NO_CHALLENGE: Challenged = {
  challenge: { enabled: false, provider: 'turnstile', site_key: null, difficulty: 'normal' },
  challenge_secret: null,
};

/** Returns true if submissions to the form need a solution to the service's own challenge. */
export const needsSolution = ({ challenge }: Pick<Challenged, 'challenge'>): boolean =>
  challenge.enabled && challenge.provider === 'proof-of-work';

/**
 * Applies changes to a form's challenge.
 * @throws ValidationFailed if Turnstile is enabled without a secret
 */
export function mergedChallenge(
  current: Challenged,
  { enabled, provider, site_key, secret, difficulty }: z.infer<typeof challengeInput> = {},
): Challenged {
  const challenge = {
    enabled: enabled ?? current.challenge.enabled,
    provider: provider ?? current.challenge.provider,
    site_key: site_key === undefined ? current.challenge.site_key : site_key,
    difficulty: difficulty ?? current.challenge.difficulty,
  };
  const challenge_secret = secret ?? current.challenge_secret;
  if (challenge.enabled && challenge.provider === 'turnstile' && challenge_secret === null) {
    throw new ValidationFailed([
      { path: 'challenge.secret', message: 'is required to enable the challenge' },
    ]);
  }
  return { challenge, challenge_secret };
}
