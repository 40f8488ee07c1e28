/**
 * Tests the redirect after signing in with a key, which must never leave the console or lead back to the
 * sign-in page.
 */
import { wayBack } from '../../console/sign-in/way-back.ts';

const ORIGIN = 'https://forms.example';
const target = (returnTo: string): string =>
  wayBack(`?${new URLSearchParams({ return_to: returnTo }).toString()}`, ORIGIN);

it.each(['/console', '/console/inbox?tab=all&q=a%26b', '/console/forms#top'])('returns to %s', (path) => {
  expect(target(path)).toBe(path);
});

it.each([
  'https://evil.example/console',
  '//evil.example/console',
  '/\\evil.example/console',
  'javascript:alert(1)',
  '/v1/session/sign-out',
  '/consoles',
  '/console/../docs',
  '/console/sign-in',
  '/console/sign-out',
  '/console/key?return_to=/console',
  'http://[',
  '',
])('goes to the start page instead of %j', (path) => {
  expect(target(path)).toBe('/console');
});

it('goes to the start page if no other page was requested', () => {
  expect(wayBack('', ORIGIN)).toBe('/console');
});
