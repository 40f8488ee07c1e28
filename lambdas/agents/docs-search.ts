/** Searches the documentation's sections. */

/** A section of a page, or an API operation. */
export interface DocsSection {
  readonly title: string;
  /** Title of the page that the section belongs to. */
  readonly page: string;
  /** Path and anchor on this service. */
  readonly path: string;
  /** Text in Markdown. */
  readonly text: string;
}

/** Weight of a matching word in the section's title, the page's title and the text. */
const WEIGHTS = { title: 12, page: 6, text: 1 };
/**
 * Maximum number of occurrences of a word in the text that count. Without a limit, longer sections would rank
 * higher.
 */
const MAX_COUNT = 4;

/**
 * Returns the sections that match the most search terms, best match first.
 * @param most maximum number of sections
 */
export function searchSections(
  sections: readonly DocsSection[],
  query: string,
  most: number,
): readonly DocsSection[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu))];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ section }) => section);
}

function scoreOf({ title, page, text }: DocsSection, words: readonly string[]): number {
  const [inTitle, inPage, inText] = [title.toLowerCase(), page.toLowerCase(), text.toLowerCase()];
  const scores = words.map(
    (word) =>
      (inTitle.includes(word) ? WEIGHTS.title : 0) +
      (inPage.includes(word) ? WEIGHTS.page : 0) +
      WEIGHTS.text * Math.min(inText.split(word).length - 1, MAX_COUNT),
  );
  const found = scores.filter((score) => score > 0).length;
  // Multiply by the square of the number of words found, so that sections that contain all words rank higher
  // than sections that contain one word many times.
  return scores.reduce((sum, score) => sum + score, 0) * found * found;
}
