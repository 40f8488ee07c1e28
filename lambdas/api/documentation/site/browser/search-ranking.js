// Ranks the entries of the search index. `search.js` shows the results.
const MOST = 12;

// A match at the start of a title scores highest, followed by matches elsewhere in the title, in the path and
// in the text.
function scoreOf({ title, place, words, terms = [], isPage }, query, wanted) {
  // Terms are other names for an entry's subject. An exact match is probably what the user is looking for.
  if (terms.includes(query)) return 1000;
  const isTyping = query.length > 2 && terms.some((term) => term.startsWith(query));
  let score = isTyping ? 30 : 0;
  const lower = title.toLowerCase();
  const where = place.toLowerCase();
  for (const word of wanted) {
    if (lower.startsWith(word)) score += 12;
    else if (lower.includes(` ${word}`)) score += 9;
    else if (lower.includes(word)) score += 5;
    else if (where.includes(word)) score += 4;
    else if (words.startsWith(word) || words.includes(` ${word}`)) score += 2;
    else return isTyping ? score : 0;
  }
  // Rank whole pages above their sections with the same score.
  return score + (isPage ? 2 : 0);
}

// Returns the best entries, with the best match first.
export function ranked(entries, text) {
  const query = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (query === '') return [];
  const wanted = query.split(' ');
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, query, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}
