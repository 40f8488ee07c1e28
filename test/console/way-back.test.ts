/** Where signing in with a key leads to: never out of the console, and never to signing in again. */
import { wayBack } from '../../console/sign-in/way-back.ts';

const ORIGIN = 'https://forms.example';
const target = (returnTo: string): string =>
  wayBack(`?${new URLSearchParams({ return_to: returnTo }).toString()}`, ORIGIN);

it.each(['/console', '/console/inbox?tab=all&q=a%26b', '/console/forms#top'])('leads back to %s', (path) => {
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
])('leads to the first page in place of %j', (path) => {
  expect(target(path)).toBe('/console');
});

it('leads to the first page when nothing else is asked for', () => {
  expect(wayBack('', ORIGIN)).toBe('/console');
});
