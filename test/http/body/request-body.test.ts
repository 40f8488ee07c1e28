import { BadBody } from '../../../lambdas/core/errors.ts';
import { jsonRequestBody } from '../../../lambdas/http/body/request-body.ts';

const bodyOf = (body: string | undefined, contentType?: string): unknown =>
  jsonRequestBody({
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    ...(body !== undefined && { body }),
    isBase64Encoded: false,
  });

describe('the body of an operation that takes JSON', () => {
  it.each(['application/json', 'Application/JSON; charset=utf-8', undefined])('may be %s', (contentType) => {
    expect(bodyOf('{"name":"Ada"}', contentType)).toEqual({ name: 'Ada' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/ld+json', '', 'json'])(
    'may not be "%s"',
    (contentType) => {
      expect(() => bodyOf('{"name":"Ada"}', contentType)).toThrow(BadBody);
    },
  );

  it.each([undefined, '', '{', '[]', '[{}]', 'null', '"text"', '1', 'true'])(
    'is an object, so not %s',
    (body) => {
      expect(() => bodyOf(body, 'application/json')).toThrow(BadBody);
    },
  );
});

describe('an escape', () => {
  it.each([
    String.raw`"\ud83d"`,
    String.raw`"\uDE00 \ud83d"`,
    String.raw`"\ud83d\n\ude00"`,
    String.raw`"\\\ud83d"`,
  ])('that leaves half of a character is refused: %s', (text) => {
    expect(() => bodyOf(`{"name":${text}}`)).toThrow(BadBody);
    expect(() => bodyOf(`{${text}:{"name":"Ada"}}`)).toThrow(BadBody);
  });

  it.each([
    [String.raw`"\ud83d\ude00"`, '😀'],
    [String.raw`"\\ud83d"`, String.raw`\ud83d`],
    [String.raw`"\u00e4\u0000\""`, 'ä\0"'],
    ['"😀"', '😀'],
  ])('that is a character is read: %s', (text, value) => {
    expect(bodyOf(`{"name":${text}}`)).toEqual({ name: value });
  });
});
