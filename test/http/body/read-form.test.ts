import fc from 'fast-check';
import { BadBody, BodyTooLarge, ProblemError } from '../../../lambdas/core/errors/errors.ts';
import { memoryFileBuffer } from '../../../lambdas/http/body/file-buffer.ts';
import { readForm } from '../../../lambdas/http/body/read-form.ts';
import {
  BOUNDARY,
  file,
  inPieces,
  multipart,
  MULTIPART,
  text,
  type RawPart,
} from '../../support/samples/multipart.ts';
import { anyCharacter } from '../../support/samples/any-character.ts';

const URLENCODED = 'application/x-www-form-urlencoded';

const read = (contentType: string | undefined, ...pieces: (string | Uint8Array)[]) =>
  readForm(
    { contentType, bytes: pieces.map((piece) => Buffer.from(piece)) },
    { fileBuffer: memoryFileBuffer, maxFileBytes: 1000 },
  );

const fieldsOf = async (contentType: string, body: string | Uint8Array) => [
  ...(await read(contentType, body)).payload,
];

describe('content types', () => {
  it.each([
    ['application/json', '{"name":"Ada"}'],
    ['Application/JSON; charset=utf-8', '{"name":"Ada"}'],
    [URLENCODED, 'name=Ada'],
    [`${URLENCODED};charset=UTF-8`, 'name=Ada'],
    [MULTIPART, multipart(text('name', 'Ada'))],
    [`Multipart/Form-Data; charset=utf-8; boundary="${BOUNDARY}"`, multipart(text('name', 'Ada'))],
  ])('parses %s', async (contentType, body) => {
    expect(await fieldsOf(contentType, body)).toEqual([['name', 'Ada']]);
  });

  it.each([
    [undefined, 'name=Ada'],
    ['', 'name=Ada'],
    ['text/plain', 'name=Ada'],
    ['application/xml', '<a/>'],
    ['nonsense', 'name=Ada'],
    ['multipart/mixed; boundary=x-boundary', multipart(text('name', 'Ada'))],
    ['application/json', ''],
    [URLENCODED, ''],
    [MULTIPART, ''],
    ['multipart/form-data', multipart(text('name', 'Ada'))],
    ['multipart/form-data; boundary=""', multipart(text('name', 'Ada'))],
    [`multipart/form-data; boundary=${'x'.repeat(201)}`, multipart(text('name', 'Ada'))],
    [`${URLENCODED}; charset=klingon`, 'name=Ada'],
    [`${MULTIPART}; charset=klingon`, multipart(text('name', 'Ada'))],
  ])('refuses %j with a body of %j', async (contentType, body) => {
    await expect(read(contentType, body)).rejects.toThrow(BadBody);
  });
});

describe('JSON that is sent as a form', () => {
  it.each([
    '{"name":"Ada"}',
    '{"name":"a=b&c=d"}',
    ' \n{ "name": "Ada" }',
    '[{"name":"Ada"}]',
    '\uFEFF{"name":"Ada"}',
    // JSON that was broken by shell quoting or a typing error.
    '{"name":"Ada"',
    '{"name":"Ada",}',
    '{}',
    '[1,2]',
  ])('is refused with a hint to use the right content type: %s', async (body) => {
    await expect(read(URLENCODED, body)).rejects.toThrow(/send Content-Type: application\/json/);
  });

  it.each([
    ['%7B%22a%22%3A1%7D=1', [['{"a":1}', '1']]],
    ['[name]=Ada', [['[name]', 'Ada']]],
    ['{name}=Ada', [['{name}', 'Ada']]],
    ['note={"name":"Ada"}', [['note', '{"name":"Ada"}']]],
    ['"name"=Ada', [['"name"', 'Ada']]],
  ])('is not mistaken for a form: %s', async (body, fields) => {
    expect(await fieldsOf(URLENCODED, body)).toEqual(fields);
  });
});

describe('a submission without any fields', () => {
  it.each([
    ['application/json', '{}'],
    ['application/json', ' { } '],
    ['application/json', ''],
    [URLENCODED, ''],
    [URLENCODED, '&&&'],
    [MULTIPART, ''],
    [MULTIPART, '--x-boundary--'],
    [MULTIPART, '\r\n--x-boundary--\r\n'],
  ])('is refused: %s with %j', async (contentType, body) => {
    await expect(read(contentType, body)).rejects.toThrow(BadBody);
  });

  it.each<[string, string | Buffer]>([
    ['application/json', '{"name":""}'],
    [URLENCODED, 'name='],
    [URLENCODED, '='],
    [MULTIPART, multipart(text('name', ''))],
    [MULTIPART, multipart(file('none', '', ''))],
  ])('is not refused with an empty field or file input: %s with %j', async (contentType, body) => {
    await expect(read(contentType, body)).resolves.toBeDefined();
  });
});

describe('JSON', () => {
  it('may have at most 200 properties', async () => {
    const members = (count: number, value = '[{"a":1,"b":"},"},2]') =>
      `{${Array.from({ length: count }, (_, i) => `"f,${i}":${value}`).join(', ')}}`;
    await expect(read('application/json', members(200))).resolves.toBeDefined();
    await expect(read('application/json', members(201))).rejects.toThrow(BodyTooLarge);
    await expect(read('application/json', members(201, '"\\\\\\","'))).rejects.toThrow(BodyTooLarge);
  });

  it('stores lone surrogates in names and values as U+FFFD', async () => {
    expect(
      await fieldsOf(
        'application/json',
        String.raw`{"a":"\ud83d","\ude00":{"b\ud83d":["\ud83d\ude00","\ude00"]}}`,
      ),
    ).toEqual([
      ['a', '\ufffd'],
      ['\ufffd', '{"b\ufffd":["😀","\ufffd"]}'],
    ]);
  });

  it.each(['[]', '"text"', '1', 'null', '{', '{"a":1}x', "{'a':1}"])('refuses %s', async (body) => {
    await expect(read('application/json', body)).rejects.toThrow(BadBody);
  });

  it('must be UTF-8', async () => {
    await expect(read('application/json', Buffer.from('{"a":"\xe4"}', 'latin1'))).rejects.toThrow(BadBody);
  });

  it('is refused if it is nested too deeply to be serialized again', async () => {
    const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    await expect(read('application/json', deep)).rejects.toThrow(BadBody);
    await expect(read('application/json', deep.replace('[]', '[1e5]'))).rejects.toThrow(BadBody);
  });

  it("keeps numbers that JavaScript can't represent", async () => {
    expect(
      await fieldsOf(
        'application/json',
        '{"id":1234567890123456789,"in":{"list":[-98765432109876543210,1e400,0.5,1e3,"1e400"]},"__proto__":1}',
      ),
    ).toEqual([
      ['id', '1234567890123456789'],
      ['in', '{"list":[-98765432109876543210,1e400,0.5,1000,"1e400"]}'],
      ['__proto__', '1'],
    ]);
  });
});

describe('charsets', () => {
  const sample = Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]); // The text "Müller", encoded in windows-1252.
  const koi8 = Buffer.from([0xd0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]); // The text "привет", encoded in koi8-r.
  const join = (...pieces: (string | Uint8Array)[]) =>
    Buffer.concat(pieces.map((piece) => Buffer.from(piece)));

  it.each<[string, string, string | Uint8Array, string]>([
    ['percent-encoded UTF-8', URLENCODED, 'n=M%C3%BCller+%F0%9F%99%82', 'Müller 🙂'],
    ['raw UTF-8', URLENCODED, 'n=Müller', 'Müller'],
    ['the charset parameter', `${URLENCODED}; charset=iso-8859-1`, 'n=M%FCller', 'Müller'],
    ['raw bytes in the charset', `${URLENCODED}; charset=latin1`, join('n=', sample), 'Müller'],
    ['_charset_', URLENCODED, '_charset_=koi8-r&n=%D0%D2%C9%D7%C5%D4', 'привет'],
    ['_charset_ at the end', URLENCODED, 'n=%D0%D2%C9%D7%C5%D4&_charset_=koi8-r', 'привет'],
    ['_charset_ before the parameter', `${URLENCODED}; charset=latin1`, 'n=%C3%BC&_charset_=utf-8', 'ü'],
    ['an invalid _charset_', URLENCODED, 'n=%C3%BC&_charset_=klingon', 'ü'],
    ["bytes that aren't text", URLENCODED, 'n=%FF', '\ufffd'],
    ['multipart in UTF-8', MULTIPART, multipart(text('n', 'Müller')), 'Müller'],
    ['the multipart parameter', `${MULTIPART}; charset=latin1`, multipart(text('n', sample)), 'Müller'],
    ['_charset_ in multipart', MULTIPART, multipart(text('n', koi8), text('_charset_', 'koi8-r')), 'привет'],
    [
      "the part's own charset before _charset_",
      MULTIPART,
      multipart(text('_charset_', 'utf-8'), [
        'Content-Disposition: form-data; name="n"\r\nContent-Type: text/plain; charset=koi8-r',
        koi8,
      ]),
      'привет',
    ],
  ])('supports %s', async (_, contentType, body, expected) => {
    expect((await read(contentType, body)).payload.get('n')).toBe(expected);
  });

  it('decodes names and values in the same way', async () => {
    expect(await fieldsOf(`${URLENCODED}; charset=koi8-r`, '%D0=%D2&=&x&%')).toEqual([
      ['п', 'р'],
      ['', ''],
      ['x', ''],
      ['%', ''],
    ]);
    const { files, payload } = await read(
      MULTIPART,
      multipart(
        [join('Content-Disposition: form-data; name="', koi8, '"'), 'x'],
        [join('Content-Disposition: form-data; name="f"; filename="', koi8, '.txt"'), 'x'],
        text('_charset_', 'KOI8-R'),
      ),
    );
    expect([...payload.keys()]).toEqual(['привет', '_charset_']);
    expect(files[0]?.name).toBe('привет.txt');
  });

  it('refuses a part with an unknown charset', async () => {
    const body = multipart([
      'Content-Disposition: form-data; name="n"\r\nContent-Type: text/plain; charset=klingon',
      '',
    ]);
    await expect(read(MULTIPART, body)).rejects.toThrow(BadBody);
  });
});

describe('multipart fields', () => {
  it('stores names and values as submitted and stores repeated fields as an array', async () => {
    const body = multipart(
      text('name', ' Ada\r\nLovelace '),
      text('topic', 'a'),
      text('__proto__', 'x'),
      text('topic', 'b'),
      text('say %22hi%22%0D%0A100%', ''),
      text('', 'no name'),
    );
    expect(await fieldsOf(MULTIPART, body)).toEqual([
      ['name', ' Ada\r\nLovelace '],
      ['topic', '["a","b"]'],
      ['__proto__', 'x'],
      ['say "hi"\r\n100%', ''],
      ['', 'no name'],
    ]);
  });

  it.each<[string, string]>([
    ['has no disposition', 'Content-Type: text/plain'],
    ['has no name', 'Content-Disposition: form-data'],
    ["isn't form data", 'Content-Disposition: attachment; name="a"'],
    ['has a broken disposition', 'Content-Disposition: form-data; name="a'],
    [
      'uses an e-mail transfer encoding',
      'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: base64',
    ],
  ])('refuses a part that %s', async (_, headers) => {
    await expect(read(MULTIPART, multipart([headers, 'x']))).rejects.toThrow(BadBody);
  });

  it('accepts at most 200 fields and 256 KiB of text', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, i) => text(`f${i}`, ''));
    const emptyFile = file('none', '', '');
    await expect(read(MULTIPART, multipart(...fields(200)))).resolves.toBeDefined();
    await expect(read(MULTIPART, multipart(...fields(201)))).rejects.toThrow(BodyTooLarge);
    await expect(read(MULTIPART, multipart(...fields(200), emptyFile))).rejects.toThrow(BodyTooLarge);
    await expect(read(MULTIPART, multipart(text('a', 'x'.repeat(256 * 1024 - 1))))).resolves.toBeDefined();
    await expect(read(MULTIPART, multipart(text('a', 'x'.repeat(256 * 1024))))).rejects.toThrow(BodyTooLarge);
    for (const contentType of [URLENCODED, 'application/json'])
      await expect(read(contentType, 'a='.padEnd(5_000_000, 'x'))).rejects.toThrow(BodyTooLarge);
  });

  it('stops reading a body once its text is too long', async () => {
    let given = 0;
    async function* endless() {
      yield Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`);
      for (;;) {
        given += 65_536;
        yield await Promise.resolve(Buffer.alloc(65_536, 'x'));
      }
    }
    const files = { fileBuffer: memoryFileBuffer, maxFileBytes: 0 };
    await expect(readForm({ contentType: MULTIPART, bytes: endless() }, files)).rejects.toThrow(BodyTooLarge);
    expect(given).toBeLessThan(400_000);
  });
});

describe('multipart files', () => {
  const filesOf = async (...parts: RawPart[]) =>
    (await read(MULTIPART, multipart(...parts))).files.map(({ read: bytes, ...shown }) => ({
      ...shown,
      content: Buffer.from(bytes() as Uint8Array).toString(),
    }));

  it('have a field, name, type, size, and bytes', async () => {
    expect(await filesOf(text('a', 'x'), file('cv', 'Ada.pdf', '%PDF', 'Application/PDF; v=1'))).toEqual([
      { field: 'cv', name: 'Ada.pdf', content_type: 'application/pdf', size: 4, content: '%PDF' },
    ]);
  });

  it('ignores only empty file inputs', async () => {
    const found = await filesOf(
      file('none', '', ''),
      file('empty', 'empty.txt', ''),
      file('nameless', '', 'bytes'),
    );
    expect(found.map(({ field, name, size }) => [field, name, size])).toEqual([
      ['empty', 'empty.txt', 0],
      ['nameless', 'file', 5],
    ]);
  });

  it.each<[string, string]>([
    ['filename="Lebenslauf Müller 🙂.pdf"', 'Lebenslauf Müller 🙂.pdf'],
    [`filename="x.txt"; filename*=UTF-8''%e2%82%ac%20rates.txt`, '€ rates.txt'],
    [`filename*=UTF-8'en'%e2%82%ac.txt`, '€.txt'],
    [`filename*=iso-8859-1'de'%fcber.txt`, 'über.txt'],
    [`filename="plain.txt"; filename*=klingon''%00`, 'plain.txt'],
    [`filename="plain.txt"; filename*=broken`, 'plain.txt'],
    [`filename*=broken`, 'file'],
    ['filename=token.txt', 'token.txt'],
    [String.raw`filename="C:\Users\ada\cv.pdf"`, 'cv.pdf'],
    ['filename="../../etc/passwd"', 'passwd'],
    [`filename*=UTF-8''..%2F..%2Fetc%2Fpasswd%00.txt`, 'passwd.txt'],
    ['filename="say %22hi%22.txt"', 'say "hi".txt'],
    [String.raw`filename="say \"hi\".txt"`, 'say "hi".txt'],
  ])('parses the name of %s', async (parameters, name) => {
    const headers = `Content-Disposition: form-data; name="f"; ${parameters}`;
    expect((await filesOf([headers, 'x'])).map((found) => found.name)).toEqual([name]);
  });

  it('are limited to ten', async () => {
    const some = (count: number) => Array.from({ length: count }, (_, i) => file('f', `${i}.txt`, 'x'));
    expect(await filesOf(...some(10), file('none', '', ''))).toHaveLength(10);
    await expect(filesOf(...some(11))).rejects.toThrow(BodyTooLarge);
  });

  it('have a size even if they are too large, but their bytes are discarded', async () => {
    const [exact, long, announced] = (
      await read(
        MULTIPART,
        multipart(
          file('exact', 'a', 'x'.repeat(1000)),
          file('long', 'b', 'x'.repeat(1001)),
          file('announced', 'c', 'x', 'text/plain\r\nContent-Length: 5000'),
        ),
      )
    ).files;
    expect([exact!.size, long!.size, announced!.size]).toEqual([1000, 1001, 5000]);
    expect([exact!, long!, announced!].map(({ read }) => (read() as Uint8Array).length)).toEqual([
      1000, 0, 0,
    ]);
  });

  it('keeps slices of a body in memory instead of copies', async () => {
    const body = multipart(file('f', 'a', 'x'.repeat(900)));
    const { files } = await readForm(
      { contentType: MULTIPART, bytes: [body] },
      { fileBuffer: memoryFileBuffer, maxFileBytes: 1000 },
    );
    expect((files[0]!.read() as Uint8Array).buffer).toBe(body.buffer);
  });
});

it('parses any body of any content type or refuses it with a reason', async () => {
  const contentType = fc.oneof(
    fc.constantFrom(undefined, MULTIPART, `${MULTIPART}; charset=utf-16`, URLENCODED, 'application/json'),
    fc.string(),
    fc.string().map((boundary) => `multipart/form-data; boundary=${boundary}`),
  );
  const fragment = fc.constantFrom(
    ...[
      '--',
      BOUNDARY,
      '\r\n',
      '\r\n\r\n',
      `--${BOUNDARY}\r\n`,
      `\r\n--${BOUNDARY}--`,
      '{"a":',
      '}',
      '&',
      '=',
    ],
    ...[
      'Content-Disposition: form-data; name="a"',
      '; filename="b"',
      'Content-Type: text/plain; charset=',
      '%',
    ],
  );
  const body = fc.oneof(
    fc.uint8Array(),
    fc.string({ unit: anyCharacter }).map((written) => Buffer.from(written)),
    fc.array(fc.oneof(fragment, fc.string()), { maxLength: 20 }).map((parts) => Buffer.from(parts.join(''))),
    fc.json().map((written) => Buffer.from(written)),
  );
  await fc.assert(
    fc.asyncProperty(contentType, body, fc.integer({ min: 1, max: 50 }), async (type, bytes, size) => {
      const files = { fileBuffer: memoryFileBuffer, maxFileBytes: 10 };
      const outcome = await readForm({ contentType: type, bytes: inPieces(bytes, size) }, files).catch(
        (error: unknown) => error,
      );
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ProblemError);
    }),
    { numRuns: 2000 },
  );
});
