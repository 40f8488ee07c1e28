import { foldText } from '../../../lambdas/core/text/folded-text.ts';
import { ulidBound } from '../../../lambdas/core/ids.ts';
import { decodeHead, decodePart, encodePart } from '../../../lambdas/submissions/search-index/part.ts';
import {
  linesWith,
  segmentOf,
  ulidsAt,
  type Segment,
} from '../../../lambdas/submissions/search-index/segment.ts';

const ulid = (second: number): string => ulidBound(second * 1000);
const submission = (second: number, ...values: string[]) => ({
  ulid: ulid(second),
  fields: values.map((value, index) => [`field${index}`, value] as const),
});
const range = { from: ulid(0), to: ulid(1000) };

function search(segment: Segment, ...words: string[]): string[] | undefined {
  const lines = linesWith(segment, words.map(foldText));
  return lines && ulidsAt(segment, lines);
}

it('finds parts of words in any field, ignoring case and accents, newest first', () => {
  const segment = segmentOf(range, [
    submission(1, 'Jürgen Müller', 'zürich'),
    submission(2, 'Ada', 'Greetings from ZURICH'),
    submission(3, 'Müller & Söhne', 'Bern'),
    ...[4, 5, 6, 7, 8].map((second) => submission(second, 'other')),
  ]);
  expect(search(segment, 'zurich')).toEqual([ulid(2), ulid(1)]);
  expect(search(segment, 'ülle')).toEqual([ulid(3), ulid(1)]);
  expect(search(segment, 'müller', 'bern')).toEqual([ulid(3)]);
  expect(search(segment, 'a')).toEqual([ulid(2)]);
  expect(search(segment, '&')).toEqual([ulid(3)]);
  expect(search(segment, 'muller', 'zurich')).toEqual([ulid(1)]);
  expect(search(segment, 'bernd')).toBeUndefined();
  expect(search(segment, 'field')).toBeUndefined();
});

it('treats a word of many submissions as contained in all of them', () => {
  const segment = segmentOf(range, [
    submission(1, 'hello ada'),
    submission(2, 'hello bob'),
    submission(3, 'hello ada'),
    submission(4, 'eve'),
    ...[5, 6, 7, 8].map((second) => submission(second, `x${second}`)),
  ]);
  expect(search(segment, 'ada')).toEqual([ulid(3), ulid(1)]);
  expect(search(segment, 'hello')).toHaveLength(8);
  expect(search(segment, 'hello', 'ada')).toEqual([ulid(3), ulid(1)]);
});

it('can be empty', () => {
  expect(search(segmentOf(range, []), 'a')).toBeUndefined();
});

it('is read from a part, whose head is enough to look up words', () => {
  const segments = [
    segmentOf({ from: ulid(0), to: ulid(10) }, [submission(1, 'ada lovelace'), submission(2, 'x')]),
    segmentOf({ from: ulid(10), to: ulid(20) }, []),
    segmentOf({ from: ulid(20), to: ulid(30) }, [submission(21, 'grace hopper')]),
  ];
  const { bytes, head } = encodePart(segments);
  expect(decodePart(bytes)).toEqual(segments);

  const heads = decodeHead(bytes.subarray(0, head));
  expect(heads.map(({ from, to }) => ({ from, to }))).toEqual(segments.map(({ from, to }) => ({ from, to })));
  const [, , third] = heads;
  const { start, length } = third!.places;
  const places = bytes.subarray(start, start + length);
  expect(ulidsAt({ places }, linesWith(third!, ['hopper'])!)).toEqual([ulid(21)]);
});
