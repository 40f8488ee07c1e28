/**
 * Builds the guides' components with the real frameworks, as a reader would, and submits their forms in
 * Chromium. Installs the frameworks from the npm registry into a temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../support/browser/chromium.ts';
import { forForm, guideBlocks, type ExampleForm } from '../support/documentation/guide-examples.ts';
import { installFrameworks, type Files, type Workspace } from '../support/frameworks/workspace.ts';
import { startWebsite, type Website } from '../support/receivers/website.ts';
import { startService, type RunningService } from '../support/service/service.ts';

const ADA = 'ada@example.com';

let service: RunningService;
let website: Website;
let browser: Browser;
let workspace: Workspace;
beforeAll(async () => {
  [service, website, browser, workspace] = await Promise.all([
    startService(),
    startWebsite(),
    startBrowser(),
    installFrameworks({
      '@11ty/eleventy': '3.1.8',
      '@sveltejs/vite-plugin-svelte': '7.3.1',
      '@types/node': '24.19.4',
      '@types/react': '19.3.3',
      '@vitejs/plugin-react': '6.3.0',
      '@vitejs/plugin-vue': '6.0.11',
      astro: '7.3.5',
      next: '16.4.6',
      react: '19.3.1',
      'react-dom': '19.3.1',
      svelte: '5.57.3',
      typescript: '6.0.3',
      vite: '8.3.8',
      vue: '3.5.45',
    }),
  ]);
}, 600_000);
afterAll(async () => {
  workspace.remove();
  await Promise.all([service.stop(), website.stop(), browser.close()]);
});

/** Writes the files and builds the website with the framework's command. Returns the folder. */
async function build(files: Files, ...command: string[]): Promise<string> {
  const folder = workspace.write(files);
  await workspace.build(folder, command);
  return folder;
}

const newForm = async (input: Record<string, unknown> = {}): Promise<ExampleForm> =>
  (await service.manage('POST', '/v1/forms', { name: 'Contact', rate_limit: 1000, ...input })).body;
const payloads = async ({ id }: ExampleForm): Promise<unknown[]> =>
  (await service.manage('GET', `/v1/forms/${id}/submissions`)).body.data.map((each: any) => each.payload);
const example = (guide: string, language: string, number: number, form: ExampleForm): string =>
  forForm(guideBlocks(guide, language)[number]!, service.baseUrl, form);

/** Opens a page in a separate window, with or without JavaScript. */
async function open(url: string, javaScriptEnabled = true): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'en-US', javaScriptEnabled })).newPage();
  await page.goto(url);
  return page;
}
const send = async (page: Page): Promise<void> => page.getByRole('button', { name: 'Send' }).click();

/** Submits the form first without a value for the required field `email`, then with one. */
async function sendTwice(page: Page, form: ExampleForm): Promise<void> {
  await send(page);
  await page.getByText('Please fill in this field.').waitFor();
  expect(await payloads(form)).toEqual([]);
  await page.getByLabel('E-mail').fill(ADA);
  await send(page);
  await page.getByText('Thank you').waitFor();
  expect(await payloads(form)).toMatchObject([{ email: ADA }]);
}
const withRequiredEmail = async (): Promise<ExampleForm> =>
  newForm({ fields: [{ name: 'email', type: 'email', required: true }], unknown_fields: 'keep' });

/** Submits the form with three fields that several guides share. */
async function sendThreeFields(page: Page, form: ExampleForm): Promise<void> {
  const url = page.url();
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('E-mail').fill(ADA);
  await page.getByLabel('Message').fill('Hello');
  await send(page);
  await page.getByText('Thank you').waitFor();
  expect(page.url()).toBe(url);
  expect(await payloads(form)).toEqual([{ name: 'Ada', email: ADA, message: 'Hello' }]);
}

it("Astro builds the guide's component", async () => {
  const form = await newForm();
  const folder = await build(
    {
      'src/components/ContactForm.astro': example('astro', 'astro', 0, form),
      'src/pages/index.astro': `---\nimport ContactForm from '../components/ContactForm.astro';\n---\n<html lang="en"><body><ContactForm /></body></html>\n`,
    },
    'astro',
    'build',
  );
  const server = await workspace.serve(folder, ['astro', 'preview', '--host', '127.0.0.1', '--port']);
  await sendThreeFields(await open(server.url), form);
  await server.stop();
});

/** The guide's files in `app/contact`, by the number of the component's example. */
const nextFiles = (number: number, form: ExampleForm): Files => ({
  'app/layout.tsx': `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}`,
  'app/contact/page.tsx': `import { ContactForm } from './contact-form';
export default function Page() { return <ContactForm />; }`,
  'app/contact/contact-form.tsx': example('nextjs', 'tsx', number, form),
  ...(number === 1 && { 'app/contact/actions.ts': example('nextjs', 'ts', 0, form) }),
});

it("Next.js builds the guide's client component", async () => {
  const form = await withRequiredEmail();
  const folder = await build(nextFiles(0, form), 'next', 'build');
  const server = await workspace.serve(folder, ['next', 'start', '-H', '127.0.0.1', '-p']);
  await sendTwice(await open(`${server.url}contact`), form);
  await server.stop();
});

it("Next.js builds the guide's server action, which also works without JavaScript", async () => {
  const form = await withRequiredEmail();
  const folder = await build(nextFiles(1, form), 'next', 'build');
  const server = await workspace.serve(folder, ['next', 'start', '-H', '127.0.0.1', '-p']);
  await sendTwice(await open(`${server.url}contact`), form);
  const page = await open(`${server.url}contact`, false);
  await page.getByLabel('E-mail').fill('grace@example.com');
  await send(page);
  await page.getByText('Thank you').waitFor();
  expect(await payloads(form)).toEqual([{ email: 'grace@example.com' }, { email: ADA }]);
  await server.stop();
});

it.each([
  [
    'vue',
    'vue',
    '@vitejs/plugin-vue',
    `import { createApp } from 'vue'; import Component from './component.vue'; createApp(Component).mount('#root');`,
  ],
  [
    'svelte',
    'svelte',
    '@sveltejs/vite-plugin-svelte',
    `import { mount } from 'svelte'; import Component from './component.svelte'; mount(Component, { target: document.getElementById('root') });`,
  ],
  [
    'react',
    'jsx',
    '@vitejs/plugin-react',
    `import { createElement } from 'react'; import { createRoot } from 'react-dom/client'; import { Contact } from './component.jsx'; createRoot(document.getElementById('root')).render(createElement(Contact));`,
  ],
])("Vite builds the %s guide's component", async (guide, language, plugin, main) => {
  const form = await withRequiredEmail();
  const name = guide === 'svelte' ? '{ svelte as plugin }' : 'plugin';
  const folder = await build(
    {
      'index.html': `<!doctype html><html lang="en"><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>`,
      'main.js': main,
      [`component.${language}`]: example(guide, language, 0, form),
      'vite.config.js': `import ${name} from '${plugin}';\nexport default { plugins: [plugin()] };\n`,
    },
    'vite',
    'build',
  );
  const server = await workspace.serve(folder, ['vite', 'preview', '--host', '127.0.0.1', '--port']);
  await sendTwice(await open(server.url), form);
  await server.stop();
});

/** Returns the file name and the line from the guide's table of static site generators. */
function staticSite(generator: string): { path: string; line: string } {
  const text = readFileSync(join(import.meta.dirname, '../../docs/guides/static-sites.md'), 'utf8');
  const row = text.split('\n').find((each) => each.startsWith(`| ${generator} `))!;
  const [path = '', line = ''] = Array.from(row.matchAll(/`([^`]+)`/g), ([, code]) => code!);
  return { path, line };
}

it("Eleventy includes the guide's form in a Markdown page", async () => {
  const form = await newForm();
  const { path, line } = staticSite('Eleventy');
  const folder = await build(
    { [path]: example('static-sites', 'html', 0, form), 'index.md': `# Contact us\n\n${line}\n` },
    'eleventy',
  );
  website.show('/eleventy', readFileSync(join(folder, '_site/index.html'), 'utf8'));
  await sendThreeFields(await open(`${website.origin}/eleventy`), form);
});

// Hugo isn't in the npm registry. To run this test, set HUGO_BINARY to its path.
const hugo = process.env['HUGO_BINARY'];
(hugo === undefined ? it.skip : it)("Hugo includes the guide's form in a layout and in a page", async () => {
  const form = await newForm();
  const { path, line } = staticSite('Hugo');
  const html = example('static-sites', 'html', 0, form);
  const files = {
    'hugo.toml': `baseURL = '/'\ndisableKinds = ['taxonomy', 'term', 'rss', 'sitemap']\n`,
    [path]: html,
    'layouts/home.html': `<html lang="en"><body>${line}</body></html>`,
    'layouts/shortcodes/contact-form.html': html,
    'layouts/page.html': `<html lang="en"><body>{{ .Content }}</body></html>`,
    'content/about.md': `---\ntitle: About\n---\n\n{{< contact-form >}}\n`,
  };
  const folder = workspace.write(files);
  execFileSync(hugo!, [], { cwd: folder, stdio: 'pipe' });
  for (const name of ['index.html', 'about/index.html']) {
    const posted = await newForm();
    const page = readFileSync(join(folder, 'public', name), 'utf8');
    website.show(`/${name}`, page.replace(form.slug, posted.slug));
    await sendThreeFields(await open(`${website.origin}/${name}`), posted);
  }
});
