import * as z from 'zod';
import { validatedQuery } from '../../lambdas/http/query.ts';

const schema = z.strictObject({ limit: z.string().optional(), status: z.enum(['spam']).optional() });

/** Parses a query string as the gateway does, joining repeated parameters with commas. */
function sent(rawQueryString: string) {
  const joined: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const before = Object.getOwnPropertyDescriptor(joined, name)?.value as string | undefined;
    Object.defineProperty(joined, name, {
      value: before === undefined ? value : `${before},${value}`,
      enumerable: true,
      configurable: true,
    });
  }
  return { rawQueryString, ...(Object.keys(joined).length > 0 && { queryStringParameters: joined }) };
}

function pathsRefused(rawQueryString: string, of: z.ZodType | undefined = schema): string[] {
  try {
    validatedQuery(of, sent(rawQueryString));
    return [];
  } catch (error) {
    return (error as { errors: { path: string }[] }).errors.map(({ path }) => path);
  }
}

it.each(['', '&', 'limit=1', 'status=spam&limit=2', 'limit=', '&limit=1&&'])('accepts ?%s', (query) => {
  expect(pathsRefused(query)).toEqual([]);
});

it.each([
  ['nope=1', ['nope']],
  ['limit=1&a=1&b=2', ['a', 'b']],
  ['nope', ['nope']],
  ['=x', ['']],
  ['LIMIT=1', ['LIMIT']],
  ['a%20b=1', ['a b']],
  ['%zz=1', ['%zz']],
  ['__proto__=1', ['__proto__']],
  ['constructor=1&toString=2', ['constructor', 'toString']],
  ['limit[]=1', ['limit[]']],
])('names the unknown parameters in ?%s', (query, paths) => {
  expect(pathsRefused(query)).toEqual(paths);
});

it.each([
  ['limit=1&limit=2', ['limit']],
  ['limit=1&status=spam&limit=1&status=spam', ['limit', 'status']],
  ['limit=1&l%69mit=1', ['limit']],
  ['a+b=1&a%20b=1', ['a b']],
])('names the repeated parameters in ?%s', (query, paths) => {
  expect(pathsRefused(query)).toEqual(paths);
});

it('accepts no parameters if the operation has none', () => {
  expect(validatedQuery(undefined, {})).toEqual({});
  expect(() => validatedQuery(undefined, sent('x=1'))).toThrow('x: is not a known name');
  expect(() => validatedQuery(undefined, sent('x=1&x=2'))).toThrow('x: is given more than once');
});
