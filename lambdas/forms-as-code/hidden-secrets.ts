/** Hides secrets in text that people see. */

/**
 * Minimum length of values to hide, in characters. Hiding shorter values would also hide parts of other
 * words.
 */
const MIN_LENGTH = 4;

/** Returns a function that replaces all of these secrets in a string with `***`. */
export function hideSecrets(secrets: ReadonlySet<string>): (text: string) => string {
  const hidden = [...secrets]
    .filter((secret) => secret.length >= MIN_LENGTH)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .toSorted((one, other) => other.length - one.length);
  return (text) => hidden.reduce((result, secret) => result.replaceAll(secret, '***'), text);
}
