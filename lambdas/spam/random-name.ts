/**
 * Detects names that look randomly generated (`XkJhQzRtPw`). A name from one language can look random in
 * another. This module therefore only checks Latin letters, and only for patterns that are rare in every
 * language.
 */

const SHORTEST = 8;
/** Maximum length of a name, in characters. Longer values aren't treated as names. */
const MAX_LENGTH = 60;
/**
 * Letter groups that represent a single consonant in some languages: `Knechtschmidt`, `Brzęczyszczykiewicz`.
 */
const ONE_SOUND =
  /sch|tsch|[cstpkgzrdj]h|ck|cz|sz|rz|dz|dt|ts|tz|ng|ll|ss|tt|nn|mm|ff|pp|rr|kk|gg|zz|dd|bb|cc/g;
const MAX_CONSONANTS = 6;

/**
 * Returns true if a word in the name looks randomly generated.
 * @param name complete value of a name field
 */
export function isRandomName(name: string): boolean {
  const text = name.trim();
  if (text.length > MAX_LENGTH) return false;
  return text.split(/[\s.,'’-]+/u).some((word) => word.length >= SHORTEST && isRandomWord(word));
}

function isRandomWord(word: string): boolean {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '');
  if (!/^[A-Za-z0-9]+$/.test(plain)) return false;
  return hasScatteredCapitals(plain) || hasScatteredDigits(plain) || isUnpronounceable(plain);
}

/**
 * Detects words with more capitals in the middle than `McDonald` or `DeLaCruz`. Ignores several names written
 * as one word, such as `AnnaMariaSofiaLena`.
 */
function hasScatteredCapitals(word: string): boolean {
  const inside = word.slice(1).match(/[A-Z]/g)?.length ?? 0;
  return (
    inside >= 3 &&
    /[a-z]/.test(word) &&
    !/^(?:[A-Z][a-z]{2,})+$/.test(word) &&
    /[a-z][A-Z].*[a-z][A-Z]/.test(word)
  );
}

/**
 * Detects alternating letters and digits, as in `a8f3k2x9`. Allows digits at the end, such as a year after a
 * name.
 */
const hasScatteredDigits = (word: string): boolean => (word.match(/[A-Za-z]\d/g)?.length ?? 0) >= 3;

/** Detects many consonants in a row with hardly any vowels. `y` counts as a vowel. */
function isUnpronounceable(word: string): boolean {
  const lower = word.toLowerCase();
  const vowels = lower.match(/[aeiouy]/g)?.length ?? 0;
  if (vowels / lower.length > 0.2 || lower !== lower.replace(/\d/g, '')) return false;
  const sounds = lower.replace(ONE_SOUND, 'x');
  return (sounds.match(/[^aeiouy]+/g) ?? []).some((run) => run.length >= MAX_CONSONANTS);
}
