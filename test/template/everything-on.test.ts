/** Repeats the template tests that don't use settings, with a template that has every setting turned on. */
import { isEverythingOn, turnEverythingOn, type Template } from '../support/assembly/assembly.ts';
import { EVERYTHING_ON } from '../support/assembly/everything-on.ts';
import { templateWith } from '../support/assembly/templates.ts';

turnEverythingOn(() => templateWith({ ...EVERYTHING_ON, 'svc:stage': 'test' }) as Template);
// The imported test files read the template when they are loaded.
await import('./stack.test.ts');
await import('./functions.test.ts');
await import('./forms.test.ts');
await import('./submission-stream.test.ts');
await import('./webhooks.test.ts');

it('every setting of the stage is turned on', () => {
  expect(isEverythingOn()).toBe(true);
});
