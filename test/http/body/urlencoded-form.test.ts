import fc from 'fast-check';
import { BodyTooLarge } from '../../../lambdas/core/errors/errors.ts';
import { parseUrlencodedForm } from '../../../lambdas/http/body/urlencoded-form.ts';

const fieldsOf = (text: string) => parseUrlencodedForm(Buffer.from(text, 'latin1'));

describe('a urlencoded form', () => {
  it.each<[string, [string, string][]]>([
    [
      'a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a=1&a=2&a',
      [
        ['a', '1'],
        ['a', '2'],
        ['a', ''],
      ],
    ],
    [
      '&&a&&=&&',
      [
        ['a', ''],
        ['', ''],
      ],
    ],
    ['a=b=c', [['a', 'b=c']]],
    ['a+b=c+%2B', [['a b', 'c +']]],
    ['%61%3D=%26', [['a=', '&']]],
    [
      'a=%&b=%4&c=%zz&d=%%41&e=%4%41',
      [
        ['a', '%'],
        ['b', '%4'],
        ['c', '%zz'],
        ['d', '%A'],
        ['e', '%4A'],
      ],
    ],
    ['a=%F0%9F%98%80%c3%bc', [['a', '😀ü']]],
    // A character is decoded correctly even if only some of its bytes are percent-encoded. An incomplete
    // character becomes U+FFFD.
    [
      'a=\xc3%bc&b=%C3&c=%ED%A0%80',
      [
        ['a', 'ü'],
        ['b', '\ufffd'],
        ['c', '\ufffd\ufffd\ufffd'],
      ],
    ],
    ['a=%EF%BB%BFx', [['a', '\ufeffx']]],
    ['a%00=%0D%0A', [['a\0', '\r\n']]],
    ['', []],
    ['&&&', []],
  ])('is parsed as specified by the URL standard: %s', (text, expected) => {
    expect(fieldsOf(text)).toEqual(expected);
  });

  it('is parsed as in Node if it is the ASCII that browsers send', () => {
    const unit = fc.constantFrom('a', '&', '=', '+', '%', '4', 'F', 'f', '%C3', '%bc', ' ', ';', '[]');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (units) => {
        const text = units.join('');
        expect(parseUrlencodedForm(Buffer.from(text))).toEqual([...new URLSearchParams(`&${text}`)]);
      }),
      { numRuns: 2000 },
    );
  });

  it('may have at most 200 fields, not counting empty pairs', () => {
    expect(fieldsOf('&a'.repeat(200) + '&'.repeat(1000))).toHaveLength(200);
    expect(() => fieldsOf('&a'.repeat(201))).toThrow(BodyTooLarge);
  });

  it('is not read beyond its 201st field', () => {
    const bytes = Buffer.from('a&'.repeat(201));
    const read: number[] = [];
    const watched = new Proxy(Buffer.concat([bytes, Buffer.alloc(1000, 'x')]), {
      get(target, property) {
        if (typeof property === 'string' && /^\d+$/.test(property)) read.push(Number(property));
        const found: unknown = Reflect.get(target, property, target);
        return typeof found === 'function' ? (found.bind(target) as unknown) : found;
      },
    });
    expect(() => parseUrlencodedForm(watched)).toThrow(BodyTooLarge);
    expect(Math.max(...read)).toBeLessThan(402);
  });
});
