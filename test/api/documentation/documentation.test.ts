import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { helpOf, helpPages } from '../../../console/app/help-pages.ts';
import { sections } from '../../../console/settings/settings-sections.ts';
import { problemSlugs } from '../../../lambdas/core/errors/problem-slugs.ts';
import { languages } from '../../../lambdas/core/text/language.ts';
import { translations } from '../../../lambdas/i18n/catalogues.ts';
import { remedies } from '../../../lambdas/i18n/remedies.ts';
import { problemStatuses } from '../../../lambdas/http/problem-document.ts';
import { openApiDocument } from '../../../lambdas/api/openapi/document.ts';
import { yamlOf } from '../../../lambdas/api/openapi/yaml.ts';
import { pageFaults } from '../../support/browser/accessible-page.ts';
import { BASE_URL, handlersOn } from '../../support/service/handlers.ts';
import { startStores, type TestStores } from '../../support/emulators/stores.ts';

let stores: TestStores;
let call: ReturnType<typeof handlersOn>;
beforeAll(async () => {
  stores = await startStores();
  call = handlersOn(stores);
});
afterAll(() => stores.stop());

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };

describe('GET /openapi', () => {
  it("returns the deployment's document to any origin", async () => {
    const { status, headers, body } = await call('getOpenapi');
    const { version } = body.info;
    expect(status).toBe(200);
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(body).toEqual(openApiDocument({ baseUrl: BASE_URL, version }));
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=300',
      vary: 'accept-encoding',
    });
  });

  it('returns the same document as JSON at /openapi.json and as YAML at /openapi.yaml', async () => {
    const { body } = await call('getOpenapi');
    const json = await call('getOpenapi', { at: '/openapi.json' });
    expect(json).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' }, body });
    const yaml = await call('getOpenapi', { at: '/openapi.yaml' });
    expect(yaml).toMatchObject({ status: 200, headers: { 'content-type': 'application/yaml' } });
    expect(yaml.text).toBe(yamlOf(body));
    expect(yaml.text.slice(0, 17)).toBe('openapi: "3.1.0"\n');
    expect(yaml.headers['etag']).not.toBe(json.headers['etag']);
  });

  it('returns the same document compressed on request', async () => {
    const plain = await call('getOpenapi');
    const compressed = await call('getOpenapi', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers['etag'] });
    expect(compressed.body).toEqual(plain.body);
    const refused = await call('getOpenapi', { headers: { 'accept-encoding': 'gzip;q=0, identity' } });
    expect(refused.headers['content-encoding']).toBeUndefined();
  });

  it('returns a 304 if the entity tag matches', async () => {
    const { headers } = await call('getOpenapi');
    const etag = headers['etag']!;
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await call('getOpenapi', { headers: { 'if-none-match': known } });
      expect(again).toMatchObject({ status: 304, text: '', headers: { etag } });
    }
    expect((await call('getOpenapi', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });
});

const SITE = join(import.meta.dirname, '../../../lambdas/api/documentation/site');
/** Search terms that newcomers use, and the page that answers each. */
const searches: readonly (readonly [search: string, path: string])[] = [
  ['quickstart', 'quickstart'],
  ['getting started', 'quickstart'],
  ['cors', 'cors-and-csp'],
  ['csp', 'cors-and-csp'],
  ['limits', 'limits'],
  ['quota', 'limits'],
  ['backup', 'backup-and-restore'],
  ['gdpr', 'privacy'],
  ['custom domain', 'operating/domain-and-edge'],
  ['pricing', 'costs'],
  ['cost', 'costs'],
  ['next.js', 'guides/nextjs'],
  ['nextjs', 'guides/nextjs'],
  ['react', 'guides/react'],
  ['log in', 'operating/signing-in'],
  ['vue', 'guides/vue'],
  ['svelte', 'guides/svelte'],
  ['astro', 'guides/astro'],
  ['hugo', 'guides/static-sites'],
  ['htmx', 'guides/htmx'],
  ['wordpress', 'guides/site-builders'],
  ['flutter', 'guides/mobile'],
  ['formsubmit', 'guides/from-formsubmit'],
  ['license', 'faq'],
  ['email', 'emails'],
  ['smtp', 'emails'],
  ['spam', 'spam'],
  ['captcha', 'guides/turnstile'],
  ['file upload', 'guides/files'],
  ['webhook signature', 'automations/verify'],
  ['retries', 'specification#retry-schedule'],
  ['import', 'migrating'],
  ['troubleshooting', 'troubleshooting'],
  ['self-host', 'faq'],
  ['terraform', 'install-with-cloudformation'],
];

describe('GET /docs and its subpages', () => {
  const docs = (below?: string) =>
    call('getDocs', { headers: BROWSER, ...(below !== undefined && { path: { below } }) });
  const addressesIn = (text: string): string[] =>
    [...text.matchAll(/(?:src|href|data-index)="([^"]+)"/g)].map(([, address]) => address!);

  /**
   * Returns all documentation pages that are linked from the first page, directly or indirectly, keyed by
   * path.
   */
  async function everyPage(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const waiting = ['/docs'];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (found.has(path)) continue;
      const { status, text } = await docs(path.slice('/docs/'.length));
      expect([path, status]).toEqual([path, 200]);
      found.set(path, text);
      const linked = addressesIn(text).map((address) => address.split('#')[0]!);
      waiting.push(
        ...linked.filter((each) => /^\/docs(\/|$)/.test(each) && !/^\/docs\/assets\/|\.md$/.test(each)),
      );
    }
    return found;
  }

  it('have a strict content security policy and no broken links or anchors', async () => {
    const { status, headers } = await docs();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|data:|sha256/);
    const pages = await everyPage();
    const faults = [...pages].flatMap(([path, text]) => {
      const ids = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
      const repeated = ids(text).filter((id, index, all) => all.indexOf(id) !== index);
      const dead = addressesIn(text).filter((address) => {
        const [target = '', anchor] = address.split('#');
        const page = target === '' ? text : pages.get(target);
        return anchor !== undefined && page !== undefined && !ids(page).includes(anchor);
      });
      const inline =
        text.match(/<style|<script(?! type="module" src="\/docs\/assets\/)| style="| on\w+="/g) ?? [];
      return [...repeated, ...dead, ...inline].map((fault) => `${path}: ${fault}`);
    });
    expect(faults).toEqual([]);
    expect([...pages.values()].filter((text) => text.includes('base-url.invalid'))).toEqual([]);
  });

  it('show the files of examples instead of links to them', async () => {
    const { text } = await docs('operating/forms-as-code');
    const shown = text.replaceAll(/<[^>]*>/g, '');
    for (const part of ['notify_emails: [ann@example.com]', 'npx svc-forms apply -f forms.yaml --yes'])
      expect(shown).toContain(part);
    expect(shown).toContain('cdk/app.ts:');
    expect(shown).toContain('new FormsAsCode(');
    expect(text).not.toContain('examples/forms-as-code/');
  });

  it('explain every screen and settings section of the console', async () => {
    const pages = await everyPage();
    const links = [
      helpOf(undefined),
      ...(Object.keys(helpPages) as (keyof typeof helpPages)[]).map((path) => helpOf(path)),
      ...sections.map((section) => helpOf('/forms/$formId/settings/$section', section)),
    ];
    expect(new Set(links).size).toBeGreaterThan(14);
    const missing = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      return !pages.has(path) || (anchor !== undefined && !pages.get(path)?.includes(` id="${anchor}"`));
    });
    expect(missing).toEqual([]);
  });

  it('cover every operation, parameter, schema, problem, and event in the document', async () => {
    const pages = await everyPage();
    const { paths, webhooks, components } = openApiDocument({ baseUrl: BASE_URL, version: '0' });
    const all = [...pages.values()].join('');
    const escaped = (text: string): string =>
      text.replace(
        /[&<>"']/g,
        (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? '&#39;',
      );
    for (const item of [...Object.values(paths), ...Object.values(webhooks)]) {
      for (const { operationId, summary, parameters = [] } of Object.values(item)) {
        const section =
          all.split(`<section class="operation" id="${operationId}"`)[1]?.split('</section>')[0] ?? '';
        expect([operationId, section.includes(escaped(summary))]).toEqual([operationId, true]);
        for (const { name } of parameters) expect(section).toContain(`<code>${name}</code>`);
      }
    }
    // The pages show the properties of a single schema, so they would omit properties of combined schemas.
    expect(JSON.stringify({ paths, components })).not.toContain('"allOf"');
    for (const name of Object.keys(components.schemas))
      expect(all).toContain(`<section class="schema" id="${name}"`);
    for (const slug of problemSlugs) expect(all).toContain(`<section class="problem" id="${slug}"`);
  });

  it('reference immutable files named after their content hash', async () => {
    const names = addressesIn((await docs()).text).filter((each) => each.startsWith('/docs/assets/'));
    expect(new Set(names).size).toBe(6);
    for (const name of names) {
      const { status, headers, text } = await docs(name.slice('/docs/'.length));
      expect([name, status]).toEqual([name, 200]);
      expect(name).toContain(createHash('sha256').update(text).digest('hex').slice(0, 12));
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  it('have a search that lists the right page first', async () => {
    const [, index = ''] = /data-index="\/docs\/([^"]+)"/.exec((await docs()).text) ?? [];
    const entries: unknown = JSON.parse((await docs(index)).text);
    const { ranked } = (await import(`${SITE}/browser/search-ranking.js`)) as {
      ranked: (entries: unknown, text: string) => { address: string }[];
    };
    const found = searches.map(([text]) => [text, ranked(entries, text)[0]?.address.replace('/docs/', '')]);
    expect(found).toEqual(searches);
    expect(ranked(entries, 'Captch')[0]?.address).toBe('/docs/guides/turnstile');
    expect(ranked(entries, 'zzzz')).toEqual([]);
  });

  it.each(['assets/other.js', 'assets/__proto__', '__proto__', 'guides', 'guides/..%2fREADME', 'other'])(
    'return 404 for %s',
    async (below) => {
      expect((await call('getDocs', { path: { below } })).body).toMatchObject({ status: 404 });
    },
  );
});

describe('GET /v1/forms.js', () => {
  it('returns a script that is at most 4 KiB after gzip, is cached for minutes, and contains its URL', async () => {
    const { status, headers, text } = await call('getFormScript');
    expect(status).toBe(200);
    const size = gzipSync(text, { level: 9 }).length;
    process.stdout.write(`forms.js: ${size} bytes after gzip\n`);
    expect(size).toBeLessThanOrEqual(4096);
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-location': `/v1/forms.js/${hash}.js`,
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    });
    const named = await call('getFormScript', { path: { below: `${hash}.js` } });
    expect(named.text).toBe(text);
    expect(named.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('keeps working for pages that pin an earlier version', async () => {
    const { status, headers } = await call('getFormScript', { path: { below: '0123456789abcdef.js' } });
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300']);
  });

  it.each(['other.js', 'a/b.js', '__proto__', ''])('returns 404 for /v1/forms.js/%s', async (below) => {
    expect((await call('getFormScript', { path: { below } })).body).toMatchObject({ status: 404 });
  });
});

describe('GET /', () => {
  it('lists the entry points for programs', async () => {
    expect(await call('getHome')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
      body: {
        name: 'Form backend',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        documentation: 'http://api.test/docs',
        openapi: 'http://api.test/openapi',
        console: 'http://api.test/console',
        health: 'http://api.test/v1/health',
      },
    });
  });

  it.each([
    ['en', 'Form backend', 'Open the console', 'Documentation'],
    ['de', 'Formular-Backend', 'Konsole öffnen', 'Dokumentation'],
    ['es', 'Backend de formularios', 'Abrir la consola', 'Documentación'],
    ['it', 'Backend per moduli', 'Apri la console', 'Documentazione'],
    ['ru', 'Сервис для веб-форм', 'Открыть консоль', 'Документация'],
  ])('describes the service to people in %s', async (language, heading, toConsole, toDocs) => {
    const page = await call('getHome', { headers: { ...BROWSER, 'accept-language': language } });
    expect(page.headers).toMatchObject({ 'content-language': language });
    expect(await pageFaults(page.text)).toEqual([]);
    expect(page.text).toContain(`<h1>${heading}</h1>`);
    expect(page.text).toContain(`<a href="/console">${toConsole}</a>`);
    expect(page.text).toContain(`<a class="second" href="/docs">${toDocs}</a>`);
  });

  it("doesn't link to a console if there is none", async () => {
    const config = { baseUrl: BASE_URL, version: '1.0.0', hasConsole: false };
    const { getHome } = await import('../../../lambdas/api/documentation/get-home.ts');
    const asked = (headers: Record<string, string>) =>
      getHome(config)({ event: { headers } } as unknown as Parameters<ReturnType<typeof getHome>>[0]);
    expect(asked({}).body).toMatchObject({ console: null });
    const { html } = asked(BROWSER);
    expect(html).toContain('<a href="/docs">Documentation</a>');
    expect(html).not.toContain('console');
  });
});

describe('GET /problems/:slug', () => {
  it.each(problemSlugs)('explains %s to programs and browsers, in every language', async (slug) => {
    for (const language of languages) {
      const { title, meaning } = translations[language].problems[slug];
      const remedy = remedies[language][slug];
      const headers = { 'accept-language': language };
      const json = await call('getProblemType', { path: { slug }, headers });
      expect(json.headers['content-language']).toBe(language);
      expect(json.body).toEqual({
        type: `${BASE_URL}/problems/${slug}`,
        code: slug,
        title,
        status: problemStatuses[slug],
        meaning,
        remedy,
      });
      const page = await call('getProblemType', { path: { slug }, headers: { ...headers, ...BROWSER } });
      expect([page.status, await pageFaults(page.text)]).toEqual([200, []]);
      expect(page.headers['content-language']).toBe(language);
      expect(page.text).toContain(`<h1>${title.replaceAll("'", '&#39;')}</h1>`);
      expect(page.text).toContain(`href="/docs/api/problems#${slug}"`);
      expect(page.text).toContain(`<p>${remedy.replaceAll("'", '&#39;')}</p>`);
    }
  });

  it('returns 404 for unknown slugs without echoing them', async () => {
    for (const slug of ['nope', '__proto__', '<script>alert(1)</script>']) {
      expect((await call('getProblemType', { path: { slug } })).body).toMatchObject({
        type: `${BASE_URL}/problems/not-found`,
        status: 404,
      });
      const page = await call('getProblemType', { path: { slug }, headers: BROWSER });
      expect([page.status, await pageFaults(page.text)]).toEqual([404, []]);
      expect(page.text).not.toContain(slug);
    }
  });
});

describe('documents for agents', () => {
  const read = (below: string, headers: Record<string, string> = {}) =>
    call('getDocs', { path: { below }, headers });

  it('returns llms.txt with a link to the Markdown version of every page', async () => {
    const list = await call('getDocs', { at: '/llms.txt' });
    expect(list).toMatchObject({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    expect((await read('llms.txt')).text).toBe(list.text);
    const lines = list.text.split('\n');
    expect(lines[0]).toBe('# svc-forms');
    expect(lines[2]).toMatch(/^> /);
    expect(lines).toContain('## Start');
    expect(list.text).toContain(`- [Quickstart](${BASE_URL}/docs/quickstart.md): `);
    expect(list.text).toContain(`- [OpenAPI document](${BASE_URL}/openapi.json): All operations.`);
    const paths = [...list.text.matchAll(/\((\S+)\/docs\/(\S+)\)/g)].map(([, origin, path]) => {
      expect(origin).toBe(BASE_URL);
      return path!;
    });
    expect(paths.length).toBeGreaterThan(80);
    for (const path of paths) expect([path, (await read(path)).status]).toEqual([path, 200]);
  });

  it('returns every page as Markdown, with links to Markdown', async () => {
    const page = await read('quickstart.md');
    expect(page).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/markdown; charset=utf-8',
        link: '</llms.txt>; rel="describedby"',
        vary: 'accept, accept-encoding',
      },
    });
    expect(page.text).toMatch(/^# Quickstart\n/);
    expect(page.text).not.toContain('](../');
    expect(page.text).toContain(`](${BASE_URL}/docs/`);
    const again = await read('quickstart.md', { 'if-none-match': page.headers['etag']! });
    expect(again).toMatchObject({ status: 304, text: '' });
    const reference = await read('api/submissions.md');
    expect(reference.text).toContain('## Get a submission');
    expect(reference.text).toContain('`/v1/submissions/{id}`');
    expect(reference.text).not.toContain('Try it');
    expect((await read('index.md')).text).toContain(`](${BASE_URL}/docs/quickstart.md)`);
    expect((await read('nothing.md')).status).toBe(404);
  });

  it("returns Markdown at a page's own URL if the client prefers it", async () => {
    const { text } = await read('quickstart.md');
    const asked = await read('quickstart', { accept: 'text/markdown, text/html;q=0.5' });
    expect(asked.text).toBe(text);
    const page = await read('quickstart', { accept: '*/*' });
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept, accept-encoding',
      link: '</docs/quickstart.md>; rel="alternate"; type="text/markdown", </llms.txt>; rel="describedby"',
    });
    expect(page.text).toContain('<link rel="alternate" type="text/markdown" href="/docs/quickstart.md"');
  });

  it('returns all written pages in one file that is smaller than a megabyte', async () => {
    const all = await read('llms-full.txt');
    expect(all.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(Buffer.byteLength(all.text)).toBeLessThan(1_000_000);
    for (const title of ['# Quickstart', '# Specification', '# Changelog'])
      expect(all.text).toContain(`${title}\n`);
  });
});
