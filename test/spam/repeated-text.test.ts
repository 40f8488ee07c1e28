/** Tests which submissions count as repeated text. */
import { payloadOfPairs } from '../../lambdas/core/payload.ts';
import { seenText } from '../../lambdas/spam/repeated-text.ts';

const textOf = (...values: string[]): string =>
  seenText(
    { form_id: 'frm_1', address_salt: 'salt' },
    payloadOfPairs(values.map((value, index) => [`field${index}`, value])),
    0,
  ).counter;

const OFFER = 'We write articles about gardens for your website';

it.each<[string, string[], string[]]>([
  ['an address with four parts', [OFFER, 'ann-x1@visitor.example'], [OFFER, 'ann-x2@visitor.example']],
  ['an address in capital letters', [OFFER, 'ANN-X-1@VISITOR.EXAMPLE'], [OFFER, 'ann-x2@visitor.example']],
  ['a full-width address', [OFFER, 'ann-x1＠visitor.example'], [OFFER, 'ann-x2@visitor.example']],
  ['a link', [OFFER, 'https://a.example/buy/it/now'], [OFFER, 'https://b.example/come/and/see']],
  ['a link in the text', [`${OFFER}: https://a.example/x1-y-z`], [`${OFFER}: http://b.example/?x2`]],
  ['an address in the text', [`${OFFER} (ann-x1@a.example).`], [`${OFFER} <bob.x2@b.example>`]],
  ['a domain in the text', [`${OFFER} a-1.example`], [`${OFFER} b-2.example/x`]],
  [
    'a link without a space',
    ['请访问，我们的，网站，现在https://a.example/1'],
    ['请访问，我们的，网站，现在https://b.example/2'],
  ],
])('ignores %s', (__, one, other) => {
  expect(textOf(...one)).toBe(textOf(...other));
});

it.each<[string, string[], string[]]>([
  ['texts', [OFFER], [`${OFFER} today`]],
  ['short values, if there is no text', ['Ann', 'ann@a.example'], ['Ann', 'bob@a.example']],
  ['links, if there is no text', ['https://a.example/buy/it/now'], ['https://a.example/buy/it/later']],
  ['addresses, if there is no text', ['ann-x1@visitor.example'], ['ann-x2@visitor.example']],
  ['the ends of sentences', [`${OFFER}. Thanks`], [`${OFFER}. Regards`]],
])('distinguishes %s', (__, one, other) => {
  expect(textOf(...one)).not.toBe(textOf(...other));
});
