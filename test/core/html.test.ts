import fc from 'fast-check';
import { html, Html } from '../../lambdas/core/text/html.ts';
import { anyCharacter } from '../support/samples/any-character.ts';

it('escapes any inserted text', () => {
  expect(html`<p title="${'"><script>'}">${"</p>&<b>'"}</p>`.source).toBe(
    '<p title="&quot;&gt;&lt;script&gt;">&lt;/p&gt;&amp;&lt;b&gt;&#39;</p>',
  );
});

it('does not escape HTML that it created itself, alone or in lists', () => {
  const inner = html`<b>${'<'}</b>`;
  expect(html`<p>${inner}${[inner, new Html('<hr>')]}${undefined}</p>`.source).toBe(
    '<p><b>&lt;</b><b>&lt;</b><hr></p>',
  );
});

it('never lets text break out of its context', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const { source } = html`<i a="${text}">${text}</i>`;
      expect(source).toMatch(/^<i a="[^"<>']*">[^<>"']*<\/i>$/);
    }),
  );
});
