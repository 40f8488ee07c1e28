/** Tests that formats follow the region of the browser's language. */
import { tagOf } from '../../console/texts/languages.ts';

it("uses the browser's tag of the selected language, or the language itself", () => {
  expect(tagOf('en', ['de-AT', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(tagOf('de', ['de-AT', 'en-GB'])).toBe('de-AT');
  expect(tagOf('it', ['de-AT', 'en-GB'])).toBe('it');
});
