import { containsWords, searchWords } from '../../lambdas/submissions/search/search-words.ts';
import { foldText } from '../../lambdas/core/text/folded-text.ts';

it.each([
  ['MÜLLER', 'muller'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['Ørsted', 'orsted'],
  ['École', 'ecole'],
  ['E\u0301cole', 'ecole'],
  ['Ёлка', 'елка'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδός', 'οδοσ'],
  ['İstanbul', 'istanbul'],
  ['ﬁn', 'fin'],
  ['東京', '東京'],
])('normalizes %j to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

it('splits a query into unique words', () => {
  expect(searchWords('  Ada\tLOVELACE ada\u00a0')).toEqual(['ada', 'lovelace']);
  expect(searchWords(' \n ')).toEqual([]);
});

it.each<[string, boolean]>([
  ['ada', true],
  ['LOVE', true],
  ['ada zurich', true],
  ['zürich engine', false],
  ['ada@example.org', true],
  ['city', false],
])('matches %j: %s', (query, expected) => {
  const fields = [
    ['name', 'Ada Lovelace'],
    ['city', 'Zürich'],
    ['email', 'ada@example.org'],
  ] as const;
  expect(containsWords(fields, searchWords(query))).toBe(expected);
});
