/** Tests that a form's settings can't inject code into its snippets. */
import { snippet, snippetKinds } from '../../../console/settings/snippets.ts';
import { settingsEn } from '../../../console/texts/settings/settings.en.ts';

const challenge = { enabled: false, provider: 'turnstile', site_key: null, difficulty: 'normal' } as const;
const form = { slug: 'shop', fields: [], honeypot_field: '_gotcha', challenge };

it('uses common fields if the form declares none', () => {
  expect(snippet('html', form, 'https://forms.example.com', settingsEn)).toBe(
    `<form method="post" action="https://forms.example.com/v1/f/shop">
  <label>Name <input name="name" autocomplete="name" required></label>
  <label>E-mail <input type="email" name="email" autocomplete="email" required></label>
  <label>Message <textarea name="message"></textarea></label>
  <input name="_gotcha" tabindex="-1" autocomplete="off" hidden>
  <button>Send</button>
</form>`,
  );
});

it('loads the form script for a form with the built-in challenge, and solves its puzzle in other scripts', () => {
  const own = { ...form, challenge: { ...challenge, enabled: true, provider: 'proof-of-work' } } as const;
  const written = (kind: 'html' | 'script' | 'react') =>
    snippet(kind, own, 'https://forms.example.com', settingsEn);
  expect(written('html')).toMatch(
    /^<form data-svc data-svc-challenge method="post" action="https:\/\/forms.example.com\/v1\/f\/shop">\n/,
  );
  expect(written('html')).toContain(
    '</form>\n<script src="https://forms.example.com/v1/forms.js" defer></script>',
  );
  for (const kind of ['script', 'react'] as const) {
    expect(written(kind)).toContain('"https://forms.example.com/v1/forms.js/challenge.js"');
    expect(written(kind)).not.toContain('turnstile');
  }
  expect(written('script')).toContain('(await pass(form, "https://forms.example.com/v1/f/shop"))(values);');
});

it('writes limits, options, files, and the challenge as HTML attributes and elements', () => {
  const html = snippet(
    'html',
    {
      ...form,
      challenge: { ...challenge, enabled: true, site_key: 'key' },
      fields: [
        { name: 'age', type: 'number', min: 18, max: 99 },
        { name: 'cv', label: 'CV', type: 'file', accept: '.pdf', max_files: 2 },
        { name: 'days', type: 'choices', options: ['Mon', 'Tue'] },
      ],
    },
    'https://forms.example.com',
    settingsEn,
  );
  expect(html).toContain('enctype="multipart/form-data"');
  expect(html).toContain('<label>age <input type="number" name="age" min="18" max="99"></label>');
  expect(html).toContain('<label>CV <input type="file" name="cv" accept=".pdf" multiple></label>');
  expect(html).toContain('<label><input type="checkbox" name="days" value="Tue"> Tue</label>');
  expect(html).toContain('<div class="cf-turnstile" data-sitekey="key"></div>');
});

it.each(snippetKinds)('escapes markup in a label (%s)', (kind) => {
  const code = snippet(
    kind,
    {
      ...form,
      honeypot_field: '"><b>',
      fields: [{ name: '"><b>', label: '<b>{x}</b>', type: 'text' }],
    },
    'https://forms.example.com',
    settingsEn,
  );
  expect(code).not.toContain('<b>');
  if (kind === 'react') expect(code).toContain('&lt;b&gt;&#123;x&#125;&lt;/b&gt;');
});
