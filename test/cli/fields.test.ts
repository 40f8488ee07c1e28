import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fieldsProgram } from '../../cli/fields-program.ts';
import { parsedPage } from '../../cli/parsed-page.ts';
import { fieldsInput } from '../../lambdas/forms/fields/field.ts';
import { proposedForms } from '../../lambdas/forms/fields/proposed-fields.ts';
import { operatorIn } from '../support/service/operator.ts';

const proposed = (html: string) => proposedForms(parsedPage(html));
const fieldsOf = (controls: string) => proposed(`<form>${controls}</form>`)[0]?.fields;

it.each([
  ['<input name="a">', { type: 'text' }],
  [
    '<input name="a" type="SEARCH" required minlength=2 maxlength="80" pattern="[a-z]+">',
    {
      type: 'text',
      required: true,
      min_length: 2,
      max_length: 80,
      pattern: '[a-z]+',
    },
  ],
  ['<input name="a" type="email" required>', { type: 'email', required: true }],
  ['<input name="a" type="email" multiple>', { type: 'text' }],
  ['<input name="a" type="url" maxlength="200">', { type: 'url', max_length: 200 }],
  ['<input name="a" type="tel" pattern="[0-9 ]+">', { type: 'tel', pattern: '[0-9 ]+' }],
  [
    '<input name="a" type="number" min="-1.5" max="8" step="0.5">',
    { type: 'number', min: -1.5, max: 8, step: 0.5 },
  ],
  ['<input name="a" type="number" min="9" max="8" step="any" maxlength="3">', { type: 'number', min: 9 }],
  ['<input name="a" type="range" min="0" max="10">', { type: 'number', min: 0, max: 10 }],
  [
    '<input name="a" type="date" min="2026-11-30" max="2026-02-30" step="7">',
    { type: 'date', min: '2026-11-30', step: 7 },
  ],
  ['<input name="a" type="time" min="09:00" maxlength="5">', { type: 'text' }],
  ['<input name="a" type="nonsense" maxlength="5">', { type: 'text', max_length: 5 }],
  [
    '<textarea name="a" required minlength="0" maxlength="1000" pattern="x"></textarea>',
    {
      type: 'text',
      required: true,
      max_length: 1000,
    },
  ],
  ['<input name="a" type="checkbox" required>', { type: 'checkbox', required: true }],
  ['<input name="a[]" type="checkbox" value="x">', { name: 'a[]', type: 'choices', options: ['x'] }],
  [
    '<input name="a" type="checkbox" value="x"><input name="a" type="checkbox" value="y" required>',
    {
      type: 'choices',
      required: true,
      options: ['x', 'y'],
    },
  ],
  [
    '<input name="a" type="radio" value="s"><input name="a" type="radio" value="m" required>',
    {
      type: 'choice',
      required: true,
      options: ['s', 'm'],
    },
  ],
  [
    '<select name="a" required><option value="">Please choose<option>Tea<option value="c">Cake<optgroup label="More"><option disabled>Sold out<option>Pie</optgroup></select>',
    { type: 'choice', required: true, options: ['Tea', 'c', 'Pie'] },
  ],
  ['<select name="a" multiple><option>1<option>2</select>', { type: 'choices', options: ['1', '2'] }],
  ['<select name="a"></select>', { type: 'text' }],
  [
    '<input name="a" type="file" accept=".PDF,image/*, nonsense" required>',
    {
      type: 'file',
      required: true,
      accept: '.pdf, image/*',
      max_files: 1,
    },
  ],
  ['<input name="a" type="file" multiple>', { type: 'file' }],
  ['<input name="a"><input name="a">', { type: 'choices' }],
] as const)('%s is imported as %j', (html, expected) => {
  const fields = fieldsOf(html);
  expect(fields).toEqual([{ name: 'a', ...expected }]);
  expect(fieldsInput.safeParse(fields).error).toBeUndefined();
});

it.each([
  ['<label for="x">Your name: *</label><input id="x" name="a">', 'Your name'],
  ['<label>Your <b>name</b>\n <input name="a"> </label>', 'Your name'],
  ['<label>Size <select name="a"><option>Small</select></label>', 'Size'],
  [
    '<span id="l1">Your</span> <span id="l2">name</span><input name="a" aria-labelledby="l1 l2">',
    'Your name',
  ],
  ['<input name="a" aria-label="Your name">', 'Your name'],
  ['<input name="a" placeholder="Your name">', 'Your name'],
  ['<label>a<input name="a"></label>', undefined],
  [
    '<fieldset><legend>Size</legend><label><input type="radio" name="a" value="s">Small</label><label><input type="radio" name="a" value="m">Medium</label></fieldset>',
    'Size',
  ],
  [
    '<div role="radiogroup" aria-label="Size"><label><input type="radio" name="a" value="s">Small</label></div>',
    'Size',
  ],
  ['<label><input type="radio" name="a" value="s">Small</label>', undefined],
  ['<label><input type="checkbox" name="a"> I agree</label>', 'I agree'],
])('%s has the label %j', (html, label) => {
  expect(fieldsOf(html)?.[0]?.label).toBe(label);
});

it.each([
  '<input name="x" type="hidden"><input name="x2" type="password"><input type="submit" name="x3"><input type="image" name="x4">',
  '<button name="x">Send</button><input type="button" name="x2"><input type="reset" name="x3"><output name="x4"></output>',
  '<input><input name=""><input name="x" disabled><fieldset disabled><input name="x2"></fieldset>',
  '<input name="_gotcha"><input name="_uploads"><input name="_subject"><input name="cf-turnstile-response">',
  '<input name="botcheck" type="checkbox"><input name="access_key"><textarea name="g-recaptcha-response"></textarea><input name="my-Honeypot-2">',
  '<div style="display: none"><input name="x"></div><div hidden><input name="x2"></div><p aria-hidden="true"><input name="x3"></p>',
  '<input name="x" style="position:absolute; left:-9999px"><input name="x2" tabindex="-1" autocomplete="off"><input name="x3" style="opacity:0">',
])("%s is skipped because visitors don't fill it in", (html) => {
  expect(fieldsOf(`${html}<input name="real">`)).toEqual([{ name: 'real', type: 'text' }]);
});

it("keeps the page's order, including controls with a form attribute", () => {
  const forms = proposed(`
    <input name="before" form="contact">
    <form id="contact" action="https://forms.example/v1/f/contact" netlify-honeypot="nick">
      <input name="nick"><input name="email" type="email"><input name="other" form="search">
      <input type="radio" name="size" value="s"><input name="message"><input type="radio" name="size" value="m">
    </form>
    <form name="newsletter"><input name="email" type="email" required></form>
    <form id="search"><button>Go</button></form>
    <textarea name="late" form="contact"></textarea><input name="lost">`);
  expect(forms.map(({ name, action, fields }) => [name, action, fields.map((field) => field.name)])).toEqual([
    ['contact', 'https://forms.example/v1/f/contact', ['before', 'email', 'size', 'message', 'late']],
    ['newsletter', undefined, ['email']],
    ['search', undefined, ['other']],
  ]);
});

it('imports controls outside a form but nothing from an empty page', () => {
  expect(proposed('<input name="email" type="email">')).toEqual([
    { name: undefined, action: undefined, fields: [{ name: 'email', type: 'email' }] },
  ]);
  expect(proposed('<p>Nothing here')).toEqual([]);
});

it('imports at most a hundred fields and none that the service would refuse', () => {
  const many = Array.from({ length: 300 }, (_, n) => `<input name="f${n}">`).join('');
  expect(fieldsOf(many)).toHaveLength(100);
  const odd = fieldsOf(
    `<input name="${'n'.repeat(201)}"><input name="a" maxlength="999999" minlength="x" pattern="${'p'.repeat(501)}">
     <label for="b">${'l'.repeat(300)}\u202e</label><input id="b" name="b" minlength="9" maxlength="3">
     <select name="c">${Array.from({ length: 201 }, (_, n) => `<option>${n}`).join('')}</select>`,
  );
  expect(odd).toEqual([
    { name: 'a', type: 'text' },
    { name: 'b', label: 'l'.repeat(200), type: 'text', max_length: 3 },
    { name: 'c', type: 'text' },
  ]);
  expect(fieldsInput.safeParse(odd).error).toBeUndefined();
});

it('parses a deeply nested page that consists only of tags', () => {
  expect(proposed(`${'<div>'.repeat(400)}<input name="deep">`)[0]?.fields).toHaveLength(1);
});

describe('npm run fields', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-test-fields-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const pageWith = (html: string): string => {
    const path = join(folder, 'page.html');
    writeFileSync(path, html);
    return path;
  };
  const run = (...args: string[]) => operatorIn(folder, fieldsProgram)(...args);

  it('prints a request body for the API', async () => {
    const page = pageWith('<form><label>E-mail <input name="email" type="email" required></label></form>');
    const { code, stdout, stderr } = await run(page);
    expect({ code, stderr, printed: JSON.parse(stdout) as unknown }).toEqual({
      code: 0,
      stderr: '',
      printed: { fields: [{ name: 'email', label: 'E-mail', type: 'email', required: true }] },
    });
  });

  it('leaves out patterns that the service would refuse and reports them', async () => {
    const { code, stdout, stderr } = await run(
      pageWith('<form><input name="a" pattern="(?=x)y"><input name="b" pattern="[a-z]{2}"></form>'),
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      fields: [
        { name: 'a', type: 'text' },
        { name: 'b', type: 'text', pattern: '[a-z]{2}' },
      ],
    });
    expect(stderr).toContain('Skipped the pattern of "a"');
  });

  it('prints all forms of a page, or the requested one', async () => {
    const page = pageWith('<form id="one"><input name="a"></form><form name="two"><input name="b"></form>');
    expect(JSON.parse((await run(page)).stdout)).toMatchObject([
      { name: 'one', fields: [{ name: 'a' }] },
      { name: 'two', fields: [{ name: 'b' }] },
    ]);
    for (const named of ['two', '2'])
      expect(JSON.parse((await run(page, '--form', named)).stdout)).toEqual({
        fields: [{ name: 'b', type: 'text' }],
      });
    expect(await run(page, '--form', 'three')).toMatchObject({
      code: 1,
      stderr: 'The page has no form "three". Forms on the page: one, two.\n',
    });
  });

  it.each([
    ['a page without a form', () => [pageWith('<p>Nothing')], 1],
    ['a missing file', () => [join(folder, 'none.html')], 1],
    ['no page given', () => [], 2],
  ])('fails with %s', async (_, args, code) => {
    expect(await run(...args())).toMatchObject({ code, stdout: '' });
  });
});
