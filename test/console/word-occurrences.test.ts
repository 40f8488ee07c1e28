import { occurrences } from '../../console/inbox/word-occurrences.ts';

it.each([
  ['Delivery to Edinburgh', ['edin'], ['Edin']],
  ['Café crème, CAFE', ['cafe'], ['Café', 'CAFE']],
  ['Straße', ['str', 'e'], ['Str', 'e']],
  ['aaaa', ['aa'], ['aa', 'aa']],
  ['Cafe\u0301 au lait', ['cafe au'], ['Cafe\u0301 au']],
  ['İstanbul 👋 istanbul', ['istanbul'], ['İstanbul', 'istanbul']],
  ['nothing here', ['lead'], []],
])('finds the words in %j', (text, words, found) => {
  expect(occurrences(text, words).map(([start, end]) => text.slice(start, end))).toEqual(found);
});
