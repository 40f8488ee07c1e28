/** Repeats the template tests that don't use settings, with a template that has every setting turned on. */
import { isEverythingOn, turnEverythingOn } from '../support/assembly/assembly.ts';

turnEverythingOn();
// The imported test files read the template when they are loaded.
await import('./stack.test.ts');
await import('./functions.test.ts');
await import('./forms.test.ts');
await import('./submission-stream.test.ts');
await import('./webhooks.test.ts');

it('every setting of the stage is turned on', () => {
  expect(isEverythingOn()).toBe(true);
});
