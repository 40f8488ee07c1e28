/** What holds for the template of a stage without settings holds with everything on: the same tests, on another template. */
import { isEverythingOn, turnEverythingOn } from '../support/assembly/assembly.ts';

turnEverythingOn();
// They read the template when they are loaded.
await import('./stack.test.ts');
await import('./forms.test.ts');
await import('./submission-stream.test.ts');
await import('./webhooks.test.ts');

it('is about a stage with everything on', () => {
  expect(isEverythingOn()).toBe(true);
});
