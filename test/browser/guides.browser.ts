/**
 * Runs every example in the guides as a reader would after copying it: pages and scripts in Chromium,
 * commands in a shell.
 */
import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../support/browser/chromium.ts';
import { virtualFiles } from '../support/browser/component-compilers.ts';
import { forForm, guideBlocks, GUIDES, type ExampleForm } from '../support/documentation/guide-examples.ts';
import {
  realisticSiteverify,
  startSiteverify,
  type FakeSiteverify,
} from '../support/receivers/siteverify.ts';
import { startService, type RunningService } from '../support/service/service.ts';
import { startWebsite, type Website } from '../support/receivers/website.ts';

const ROOT = join(import.meta.dirname, '../..');
const CV = { name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('Curriculum') };
const run = promisify(execFile);

let service: RunningService;
let website: Website;
let browser: Browser;
let siteverify: FakeSiteverify;
beforeAll(async () => {
  siteverify = await startSiteverify();
  siteverify.behave(realisticSiteverify());
  const env = { SVC_SETTINGS: JSON.stringify({ turnstileVerifyUrl: siteverify.url }) };
  [service, website, browser] = await Promise.all([startService({ env }), startWebsite(), startBrowser()]);
});
afterAll(async () => {
  await Promise.all([service.stop(), website.stop(), browser.close(), siteverify.stop()]);
});

const makeForm = async (input: Record<string, unknown> = {}): Promise<ExampleForm> =>
  (await service.manage('POST', '/v1/forms', { name: 'Contact', rate_limit: 1000, ...input })).body;
const stored = async ({ id }: ExampleForm): Promise<any[]> =>
  (await service.manage('GET', `/v1/forms/${id}/submissions`)).body.data;

/** Examples that the tests have run, in the form `guide language number`. */
const tried = new Set<string>();

/** Returns an example with its placeholders replaced by this service's and form's values. */
function example(guide: string, language: string, number: number, form: ExampleForm, webhook = ''): string {
  tried.add(`${guide} ${language} ${number}`);
  const values: Record<string, string> = {
    'name="access_key" value="contact"': `name="access_key" value="${form.slug}"`,
    '<form id>': form.id,
    '<management key>': service.outputs.management_key,
    '<webhook id>': webhook,
    '<site key>': 'key',
    '<secret>': 'secret',
  };
  const block = forForm(guideBlocks(guide, language)[number]!, service.baseUrl, form);
  return Object.entries(values).reduce((text, [from, to]) => text.replaceAll(from, to), block);
}

async function open(body: string): Promise<Page> {
  website.show(
    '/page',
    `<!doctype html><html lang="en"><title>Contact us</title><body>${body}</body></html>`,
  );
  const page = await (await browser.newContext({ locale: 'en-US' })).newPage();
  // Replace the Turnstile script with a fake that adds a token field to the widget.
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `document.querySelector('.cf-turnstile').innerHTML = '<input type="hidden" name="cf-turnstile-response" value="good">';`,
    }),
  );
  await page.goto(`${website.origin}/page`);
  return page;
}

/** Fills in the visible fields and submits the form. */
async function send(page: Page): Promise<void> {
  for (const field of await page.locator('input:visible, textarea:visible').all()) {
    const type = await field.getAttribute('type');
    if (type === 'file') await field.setInputFiles(CV);
    else await field.fill(type === 'email' ? 'ada@example.com' : 'Ada');
  }
  await page.getByRole('button', { name: 'Send' }).click();
}

const FIELDS = '<form><label>Name <input name="name"></label><input type="file"><button>Send</button></form>';
const output = async (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('output', { hasText: text }).waitFor();

/**
 * Bundles a guide's script as in a reader's project.
 * @param files the guide's other files by import path
 */
async function bundled(contents: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, loader: 'tsx', resolveDir: ROOT },
    plugins: [virtualFiles(files, ROOT)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    alias: {
      '@svc-forms/forms': join(ROOT, 'packages/forms/src/index.ts'),
      '@svc-forms/forms/react': join(ROOT, 'packages/forms/src/use-form.ts'),
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}

/** Runs a guide's script in a page. */
async function runIn(
  page: Page,
  contents: string,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.addScriptTag({ type: 'module', content: await bundled(contents, files) });
}

/** Runs the example in a shell and returns its output. */
async function inShell(command: string): Promise<string> {
  const { stdout } = await run('bash', ['-c', command]);
  expect([command, /\/problems\//.exec(stdout)]).toEqual([command, null]);
  return stdout;
}

const ADA = 'ada@example.com';

it.each([
  ['plain-form', 'none', { name: 'Ada', email: ADA, message: 'Ada' }],
  ['files', 'none', { name: 'Ada' }],
  ['from-formspree', 'formspree', { email: ADA, message: 'Ada' }],
  ['from-web3forms', 'web3forms', { email: ADA, message: 'Ada' }],
  ['from-netlify', 'netlify', { email: ADA, message: 'Ada' }],
  ['from-basin', 'basin', { email: ADA, message: 'Ada' }],
  ['from-getform', 'getform', { 'fi-sender-email': ADA, 'fi-text-message': 'Ada' }],
  ['from-formsubmit', 'formsubmit', { email: ADA, message: 'Ada' }],
  ['from-staticforms', 'staticforms', { email: ADA, message: 'Ada' }],
])('the form in %s is stored and leads to a thank-you page', async (guide, conventions, payload) => {
  const form = await makeForm();
  if (guideBlocks(guide, 'sh').length > 0 && conventions !== 'none') {
    const changed = JSON.parse(await inShell(example(guide, 'sh', 0, form)));
    expect(changed).toMatchObject({ conventions });
  }
  const page = await open(example(guide, 'html', 0, form));
  await send(page);
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  const [submission] = await stored(form);
  expect(submission.payload).toEqual(payload);
  expect(submission.status).toBe('received');
});

it("the script guide's form is sent without leaving the page, styled, and notifies the page", async () => {
  const form = await makeForm();
  const page = await open(example('script', 'html', 0, form));
  for (const number of [0, 1]) await page.addStyleTag({ content: example('styling', 'css', number, form) });
  await runIn(page, example('script', 'js', 0, form));
  await page.getByLabel('Name').evaluate((field) => field.setAttribute('aria-invalid', 'true'));
  const border = await page
    .getByLabel('Name')
    .evaluate((field) => field.ownerDocument.defaultView!.getComputedStyle(field).borderColor);
  expect(border).toBe('rgb(179, 38, 30)');
  await send(page);
  await page.getByText('We will write back tomorrow.').waitFor();
  expect(await page.getByRole('button', { name: 'Send' }).isHidden()).toBe(true);
  const [{ id, payload }] = await stored(form);
  expect(payload).toEqual({ name: 'Ada', email: ADA });
  expect(await page.title()).toBe(`Sent: ${id}`);
});

it.each([
  // Astro outputs a component's HTML unchanged, after the code between the dashes. test/frameworks runs Astro.
  ['astro', 'astro'],
  ['static-sites', 'html'],
  // Webflow is hosted, so it can't run here. Its Code Embed element publishes HTML unchanged. test/frameworks runs
  // WordPress.
  ['site-builders', 'html'],
])('the form in %s is sent without leaving the page', async (guide, language) => {
  const form = await makeForm();
  const page = await open(example(guide, language, 0, form).replace(/^---\n[\s\S]*?\n---\n/, ''));
  await send(page);
  await page.getByText('Thank you').waitFor();
  expect(await stored(form)).toMatchObject([{ payload: { name: 'Ada', email: ADA, message: 'Ada' } }]);
});

it.each(['htmx-2', 'htmx-4'])(
  'the form in the htmx guide shows errors and the thank-you text, with %s',
  async (name) => {
    const form = await makeForm({
      fields: [
        { name: 'email', type: 'email' },
        { name: 'message', type: 'text', min_length: 4 },
      ],
    });
    const htmx = readFileSync(join(ROOT, `node_modules/${name}/dist/htmx.min.js`), 'utf8');
    website.show('/htmx.min.js', htmx, { 'content-type': 'text/javascript' });
    const of2 = example('htmx', 'html', 0, form);
    const page = await open(
      name === 'htmx-2' ? of2 : of2.replace(/<meta[\s\S]*?\/>/, example('htmx', 'html', 1, form)),
    );
    await send(page);
    const result = page.locator('#result');
    await result.getByText('Please enter at least 4 characters.').waitFor();
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await result.getByText('Thanks, your message has been sent.').waitFor();
    expect(await stored(form)).toMatchObject([{ payload: { email: ADA, message: 'Hello' } }]);
  },
);

/** Starts a framework's component, by guide and language. */
const components: readonly (readonly [guide: string, language: string, number: number, start: string])[] = [
  ['vue', 'vue', 0, `import { createApp } from 'vue'; createApp(Component).mount(root);`],
  ['svelte', 'svelte', 0, `import { mount } from 'svelte'; mount(Component, { target: root });`],
  [
    'nextjs',
    'tsx',
    0,
    `import { createRoot } from 'react-dom/client'; createRoot(root).render(<ContactForm />);`,
  ],
  [
    'nextjs',
    'tsx',
    1,
    `import { createRoot } from 'react-dom/client'; createRoot(root).render(<ContactForm />);`,
  ],
];
it.each(components)(
  'the %s component (%s %i) shows an error, then a thank-you message',
  async (guide, language, number, start) => {
    const form = await makeForm({
      fields: [{ name: 'email', type: 'email', required: true }],
      unknown_fields: 'keep',
    });
    const page = await open('<div id="root"></div>');
    const file = `./component.${language}`;
    await runIn(
      page,
      `import ${language === 'tsx' ? '{ ContactForm }' : 'Component'} from '${file}';
     const root = document.getElementById('root');
     ${start}`,
      { [file]: example(guide, language, number, form), './actions': example('nextjs', 'ts', 0, form) },
    );
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').getByText('Please fill in this field.').waitFor();
    expect(await stored(form)).toEqual([]);
    await page.getByLabel('E-mail').fill(ADA);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you').waitFor();
    expect(await stored(form)).toMatchObject([{ payload: { email: ADA } }]);
  },
);

it("the Next.js guide's server action runs on a server, and leaves out the framework's fields", async () => {
  const form = await makeForm({ allowed_origins: ['https://www.example.org'] });
  const action = await bundled(`export { send } from './actions';`, {
    './actions': example('nextjs', 'ts', 0, form),
  });
  const { send } = (await import(
    `data:text/javascript;base64,${Buffer.from(action).toString('base64')}`
  )) as {
    send: (previous: null, data: FormData) => Promise<unknown>;
  };
  const data = new FormData();
  data.set('email', ADA);
  data.set('$ACTION_ID_1', '');
  expect(await send(null, data)).toEqual({ ok: true, message: 'Thank you' });
  expect((await stored(form)).map(({ payload }) => payload)).toEqual([{ email: ADA }]);
});

it.each([
  ['swift', '"POST", "application/json", "Content-Type", "Idempotency-Key", "name", "email"'],
  ['kotlin', '"name", "email", "Idempotency-Key", "application/json"'],
  ['dart', "'Content-Type': 'application/json', 'Idempotency-Key', 'name', 'email'"],
])("the %s example's request is accepted, and a retry isn't stored again", async (language, listed) => {
  // The compilers for these languages aren't in the npm registry, so the test sends the same request as the
  // code.
  const form = await makeForm();
  const literals = (text: string): string[] =>
    Array.from(text.matchAll(/"([^"]*)"|'([^']*)'/g), ([, a, b]) => a ?? b!);
  const [[url], others] = literals(example('mobile', language, 0, form)).reduce<[string[], string[]]>(
    ([urls, rest], text) => (text.startsWith('http') ? [[...urls, text], rest] : [urls, [...rest, text]]),
    [[], []],
  );
  expect(others).toEqual(literals(listed));
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ name: 'Ada', email: ADA }),
  };
  const statuses = [(await fetch(url!, request)).status, (await fetch(url!, request)).status];
  expect(statuses).toEqual([201, 200]);
  expect((await stored(form)).map(({ payload }) => payload)).toEqual([{ name: 'Ada', email: ADA }]);
});

it("the fetch guide's scripts post form data and JSON", async () => {
  const form = await makeForm();
  const page = await open(`${FIELDS}<output></output>`);
  await runIn(page, example('fetch', 'js', 0, form));
  await page.getByLabel('Name').fill('Ada');
  await page.getByText('Send').click();
  await output(page, 'Thank you');
  await runIn(page, example('fetch', 'js', 1, form));
  await output(page, 'received');
  expect((await stored(form)).map(({ payload }) => payload.topics)).toEqual([
    '["forms","webhooks"]',
    undefined,
  ]);
});

it("the React guide's component shows an error at its field, then a thank-you message", async () => {
  const form = await makeForm({ fields: [{ name: 'email', type: 'email', required: true }] });
  const page = await open('<div id="root"></div><output></output>');
  await runIn(
    page,
    `import { createRoot } from 'react-dom/client';
     ${example('react', 'jsx', 0, form)}
     createRoot(document.getElementById('root')).render(<Contact />);`,
  );
  await page.getByText('Send').click();
  await page.locator('#email-error', { hasText: 'Please fill in this field.' }).waitFor();
  await page.getByLabel('E-mail').fill(ADA);
  await page.getByText('Send').click();
  await page.getByText('Thank you').waitFor();
  const other = await makeForm();
  await runIn(page, example('react', 'js', 0, other));
  await output(page, /^sub_/);
});

it("the file guide's script uploads a file before the form", async () => {
  const form = await makeForm();
  const page = await open(`${FIELDS}<output></output>`);
  await page.locator('input[type=file]').setInputFiles(CV);
  await runIn(page, example('files', 'js', 0, form));
  await output(page, '201');
  const [{ id }] = await stored(form);
  const { attachments } = (await service.manage('GET', `/v1/submissions/${id}`)).body;
  expect(attachments).toMatchObject([{ field: 'film', name: 'cv.txt', size: 10 }]);
});

it("the Turnstile guide's form passes the challenge that its command turns on", async () => {
  const form = await makeForm();
  expect(JSON.parse(await inShell(example('turnstile', 'sh', 0, form)))).toMatchObject({
    challenge: { enabled: true, site_key: 'key' },
  });
  const page = await open(example('turnstile', 'html', 0, form));
  await page.locator('[name=cf-turnstile-response]').waitFor({ state: 'attached' });
  await send(page);
  await page.locator('form[data-svc-state=success]').waitFor();
  expect(await stored(form)).toMatchObject([{ payload: { name: 'Ada' } }]);
});

it('the hosted page guide publishes a page that the website can embed', async () => {
  const form = await makeForm();
  expect(JSON.parse(await inShell(example('hosted-page', 'sh', 0, form)))).toMatchObject({
    page: { enabled: true, title: 'Write to us' },
  });
  const page = { frame_origins: [website.origin] };
  await service.manage('PATCH', `/v1/forms/${form.id}`, { page });
  const embedding = await open(example('hosted-page', 'html', 0, form));
  const frame = embedding.frameLocator('iframe');
  await frame.getByRole('heading', { name: 'Write to us' }).waitFor();
  await frame.getByLabel('Your name').fill('Ada');
  await frame.getByLabel('E-mail').fill('ada@example.com');
  await frame.getByRole('button', { name: 'Send' }).click();
  await frame.getByRole('heading', { name: 'Thank you' }).waitFor();
  expect(await stored(form)).toMatchObject([{ payload: { name: 'Ada' } }]);
});

it('the commands in the guides work as described', async () => {
  const form = await makeForm();
  const webhook = await service.manage('POST', `/v1/forms/${form.id}/webhooks`, {
    url: 'http://127.0.0.1:1/',
  });
  const outputs = [];
  for (const [guide, number] of [
    ['plain-form', 0],
    ['styling', 0],
    ['testing', 0],
    ['testing', 1],
    ['testing', 2],
    ['files', 0],
  ] as const)
    outputs.push(JSON.parse(await inShell(example(guide, 'sh', number, form, webhook.body.id))));
  expect(outputs).toMatchObject([
    { redirect_url: 'https://www.example.org/thanks' },
    { brand: { name: 'Hotel Alpenhof' }, thank_you: { heading: 'Thank you' } },
    { status: 'received' },
    { type: 'submission.created' },
    { ok: false },
    { fields: [{ name: 'name' }, { name: 'cv', accept: '.pdf,.txt' }] },
  ]);
  const page = await open('<output></output>');
  const tested = await makeForm();
  await runIn(page, example('testing', 'js', 0, tested));
  await output(page, 'Ada');
  const health = /curl .*/.exec(example('testing', 'yaml', 0, form))![0];
  expect(JSON.parse(await inShell(health))).toMatchObject({ status: 'ok' });
});

it('agents can connect with the documented settings for every client', async () => {
  const form = await makeForm();
  const key = service.outputs.management_key;
  const ask = async (url: string, headers: Record<string, string>, message: object): Promise<any> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    });
    return ((await response.json()) as { result: any }).result;
  };
  const toolsAt = async (url: string, headers: Record<string, string>): Promise<number> =>
    (await ask(url, headers, { method: 'tools/list' })).tools.length;
  // Replaces the commands of Claude Code and the Inspector with functions that print their arguments.
  const setKey = example('agents', 'sh', 0, form).trim().replace('YOUR_KEY', key);
  const printing = `${setKey}; claude() { printf '%s\\n' "$@"; }; npx() { claude "$@"; }`;
  const argumentsOf = async (number: number): Promise<string[]> =>
    (await inShell(`${printing}; ${example('agents', 'sh', number, form)}`)).trim().split('\n');
  const headersOf = (header = ''): Record<string, string> => {
    const [name = '', value = ''] = header.split(': ');
    return { [name]: value };
  };
  const [url = '', option, header] = (await argumentsOf(1)).slice(-3);
  expect([option, await toolsAt(url, headersOf(header))]).toEqual(['--header', 14]);

  const [, , endpoint = '', ...list] = await argumentsOf(2);
  expect(list).toEqual(['--transport', 'http', '--header', header, '--method', 'tools/list']);
  expect(await toolsAt(endpoint, headersOf(header))).toBe(14);
  const called = (await argumentsOf(3)).slice(-6);
  const [, method, , name = '', , argument = ''] = called;
  const [member = '', value] = argument.split('=');
  const params = { name, arguments: { [member]: Number(value) } };
  const { isError, structuredContent } = await ask(endpoint, headersOf(header), { method, params });
  expect([isError ?? false, structuredContent.data]).toEqual([false, expect.any(Array)]);

  const cursor = JSON.parse(example('agents', 'json', 0, form).replace('YOUR_KEY', key)).mcpServers.forms;
  expect(await toolsAt(cursor.url, cursor.headers)).toBe(14);
  const code = JSON.parse(example('agents', 'json', 1, form).replace('${input:forms-key}', key)).servers
    .forms;
  expect(await toolsAt(code.url, code.headers)).toBe(14);

  const program = `${example('agents', 'ts', 0, form)}; console.log(Object.keys(tools).length); await forms.close();`;
  const { outputFiles } = await build({
    stdin: { contents: program, loader: 'ts', resolveDir: ROOT },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const running = run(process.execPath, ['--input-type=module', '-'], { env: { FORMS_KEY: key } });
  running.child.stdin!.end(outputFiles[0]!.text);
  const { stdout } = await running;
  expect(stdout.trim()).toBe('14');
});

it('agents get new submissions with the documented program', async () => {
  const form = await makeForm({ name: 'Tables' });
  const program = example('agents', 'js', 0, form)
    .replace('listen(3000)', 'listen(0)')
    .replace("'http://127.0.0.1:3000/'", "'http://127.0.0.1:' + server.address().port + '/'");
  const { outputFiles } = await build({
    stdin: { contents: program, loader: 'js', resolveDir: ROOT },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const running = run(process.execPath, ['--input-type=module', '-'], {
    env: { FORMS_KEY: service.outputs.management_key },
  });
  const { stdin, stdout } = running.child;
  let printed = '';
  const untilPrinted = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (printed.includes(text)) resolve();
      };
      stdout!.on('data', look);
      look();
    });
  stdout!.on('data', (chunk: Buffer) => {
    printed += String(chunk);
  });
  stdin!.end(outputFiles[0]!.text);
  const failed = running.then(
    () => undefined,
    (error: unknown) => Promise.reject(error as Error),
  );
  await Promise.race([untilPrinted('Subscribed until 20'), failed]);
  const body = new URLSearchParams({ name: 'Ada' });
  await fetch(`${service.baseUrl}/v1/f/${form.slug}`, { method: 'POST', body });
  await Promise.race([untilPrinted("Received Tables { name: 'Ada' }"), failed]);
  failed.catch(() => undefined);
  running.child.kill();
});

it('every example is covered, and every npm script named in a guide exists', () => {
  const guides = readdirSync(GUIDES).filter((file) => file !== 'README.md');
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const untried = guides.flatMap((file) => {
    const guide = file.replace('.md', '');
    const languages = [
      ...['html', 'js', 'jsx', 'ts', 'tsx', 'css', 'json', 'sh', 'yaml'],
      ...['astro', 'vue', 'svelte', 'swift', 'kotlin', 'dart'],
    ];
    const all = languages.flatMap((each) =>
      guideBlocks(guide, each).map((_, number) => `${guide} ${each} ${number}`),
    );
    const text = readFileSync(join(GUIDES, file), 'utf8');
    const npm = Array.from(text.matchAll(/\bnpm (?:run )?(start|fields)\b/g), ([, name]) => name!);
    const other = Array.from(text.matchAll(/^```(\w+)$/gm), ([, name]) => name!);
    return [
      ...all.filter((each) => !tried.has(each)),
      ...npm.filter((name) => !(name in scripts)),
      ...other.filter((name) => !languages.includes(name)),
    ];
  });
  expect(untried).toEqual([]);
  const onlySent = [...tried].filter((each) => each.startsWith('mobile ')).length;
  process.stdout.write(
    `${tried.size} code blocks in guides: ${tried.size - onlySent} run, ${onlySent} for mobile apps sent as a request\n`,
  );
});
