/**
 * Whether a name looks typed by a generator (`XkJhQzRtPw`). It is careful: names of all languages are odd in some other
 * one, so only Latin letters are judged, and only what hardly any language writes.
 */

const SHORTEST = 8;
/** Longer values are texts. */
const LONGEST = 60;
/** Groups of letters that are one consonant in some language: `Knechtschmidt`, `Brzęczyszczykiewicz`. */
const ONE_SOUND =
  /sch|tsch|[cstpkgzrdj]h|ck|cz|sz|rz|dz|dt|ts|tz|ng|ll|ss|tt|nn|mm|ff|pp|rr|kk|gg|zz|dd|bb|cc/g;
const MOST_CONSONANTS = 6;

/** @param name the whole value of a field that asks for a name */
export function isRandomName(name: string): boolean {
  const text = name.trim();
  if (text.length > LONGEST) return false;
  return text.split(/[\s.,'’-]+/u).some((word) => word.length >= SHORTEST && isRandomWord(word));
}

function isRandomWord(word: string): boolean {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '');
  if (!/^[A-Za-z0-9]+$/.test(plain)) return false;
  return hasScatteredCapitals(plain) || hasScatteredDigits(plain) || isUnpronounceable(plain);
}

/** Capitals in the midst of small letters, more than `McDonald` and `DeLaCruz` have, and no words run together. */
function hasScatteredCapitals(word: string): boolean {
  const inside = word.slice(1).match(/[A-Z]/g)?.length ?? 0;
  return (
    inside >= 3 &&
    /[a-z]/.test(word) &&
    !/^(?:[A-Z][a-z]{2,})+$/.test(word) &&
    /[a-z][A-Z].*[a-z][A-Z]/.test(word)
  );
}

/** Letters and digits in turn: `a8f3k2x9`. A year after a name is no sign. */
const hasScatteredDigits = (word: string): boolean => (word.match(/[A-Za-z]\d/g)?.length ?? 0) >= 3;

/** Many consonants in a row and hardly a vowel; `y` counts as one. */
function isUnpronounceable(word: string): boolean {
  const lower = word.toLowerCase();
  const vowels = lower.match(/[aeiouy]/g)?.length ?? 0;
  if (vowels / lower.length > 0.2 || lower !== lower.replace(/\d/g, '')) return false;
  const sounds = lower.replace(ONE_SOUND, 'x');
  return (sounds.match(/[^aeiouy]+/g) ?? []).some((run) => run.length >= MOST_CONSONANTS);
}
