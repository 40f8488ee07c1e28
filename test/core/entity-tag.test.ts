import { namedTags, namesTag } from '../../lambdas/core/web/entity-tag.ts';
import { assertIfMatch, expectedVersion, resourceTag } from '../../lambdas/core/web/resource-tag.ts';
import { leastCpuMsOf } from '../support/cpu-time.ts';

const strong = (opaque: string) => ({ isWeak: false, opaque });

// RFC 9110, section 8.8.3: an entity tag is opaque, can be weak, and can contain anything except quotes,
// spaces and control characters.
it.each<[string, unknown]>([
  ['"xyzzy"', [strong('xyzzy')]],
  ['W/"xyzzy"', [{ isWeak: true, opaque: 'xyzzy' }]],
  ['""', [strong('')]],
  [
    '"xyzzy", W/"r2d2xxxx" ,"c3piozzzz"',
    [strong('xyzzy'), { isWeak: true, opaque: 'r2d2xxxx' }, strong('c3piozzzz')],
  ],
  ['"a,b","c"', [strong('a,b'), strong('c')]],
  // RFC 9110, section 5.6.1.2: recipients must accept a reasonable number of empty list elements.
  [', "a",, "b",', [strong('a'), strong('b')]],
  ['  *  ', '*'],
])('parses %s', (field, tags) => {
  expect(namedTags(field)).toEqual(tags);
});

it.each([
  '',
  ' ',
  ',',
  'xyzzy',
  '"xyzzy',
  'w/"xyzzy"',
  'W/xyzzy',
  '"a" "b"',
  '"a b"',
  '*, "a"',
  '"a", *',
  "'a'",
])('treats %j as malformed', (field) => {
  expect(namedTags(field)).toBeUndefined();
});

it('parses an almost valid header in linear time', async () => {
  const field = `${' \t'.repeat(50_000)}"${'a'.repeat(100_000)}`;
  expect(await leastCpuMsOf(() => namedTags(field))).toBeLessThan(500);
});

it('compares weakly for reads, ignoring the weak prefix', () => {
  expect(namesTag('"1", W/"2"', '"2"')).toBe(true);
  expect(namesTag('"2"', 'W/"2"')).toBe(true);
  expect(namesTag('"1"', '"2"')).toBe(false);
  expect(namesTag('*', '"2"')).toBe(true);
  expect(namesTag('2', '"2"')).toBe(false);
  expect(namesTag(undefined, '"2"')).toBe(false);
});

describe("a resource's entity tag", () => {
  const holds = (field: string | undefined, version: number | undefined): boolean => {
    try {
      assertIfMatch({ 'if-match': field }, version);
      return true;
    } catch {
      return false;
    }
  };

  it('differs when the resource is shown differently but is still valid for a change', () => {
    const quiet = resourceTag(7, { unread: 0 });
    const busy = resourceTag(7, { unread: 1 });
    expect(quiet).toMatch(/^"7\.[\w-]{16}"$/);
    expect(quiet).not.toBe(busy);
    expect(holds(quiet, 7)).toBe(true);
    expect(holds(busy, 7)).toBe(true);
    expect(holds(quiet, 8)).toBe(false);
  });

  it('treats a resource that has never changed as version 0', () => {
    expect(holds(resourceTag(undefined, {}), undefined)).toBe(true);
    expect(holds(resourceTag(undefined, {}), 1)).toBe(false);
  });

  it.each<[string | undefined, boolean]>([
    [undefined, true],
    ['*', true],
    ['"6.x", "7.x"', true],
    ['"6.x", "8.x"', false],
    // Uses strong comparison (RFC 9110, section 13.1.1).
    ['W/"7.x"', false],
    ['7.x', false],
    ['', false],
    ['"77.x"', false],
  ])('If-Match: %s with version 7: %s', (field, expected) => {
    expect(holds(field, 7)).toBe(expected);
  });

  it('makes the write conditional only if the caller sent a tag', () => {
    expect(expectedVersion({}, 7)).toBeUndefined();
    expect(expectedVersion({ 'if-match': '*' }, 7)).toBeUndefined();
    expect(expectedVersion({ 'if-match': '"7.x"' }, 7)).toEqual({ version: 7 });
  });
});
