/** One rung of the retry ladder: makes an attempt and tells the ladder when the next one is due. */
import { rung, type Rung } from '../adapters/retry-ladder.ts';
import { makeAttempt, type AttemptPorts, type AttemptRules } from '../domain/attempt.ts';
import { attemptParts } from './attempt-parts.ts';

/** The ladder goes on until `done`. */
type Climbed = Rung & { readonly done: boolean };

/** Makes the attempt of this rung; one that was made before is not made again. */
export function retry({ ports, rules }: { ports: AttemptPorts; rules: AttemptRules }) {
  return async (input: unknown): Promise<Climbed> => {
    const current = rung.parse(input);
    const standing = await makeAttempt(current.delivery_id, current.attempt, ports, rules);
    if (standing.state === 'ended') return { ...current, done: true };
    return { ...current, attempt: standing.attempt, next_attempt_at: standing.at, done: false };
  };
}

export const handler = retry(attemptParts());
