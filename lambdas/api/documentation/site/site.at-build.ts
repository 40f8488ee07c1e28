/** Builds all documentation pages and their assets at bundle time. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compressionAt, gzipped, packedFile } from '../../../../lib/browser-files/packed-file.ts';
import { openApiDocument } from '../../openapi/document.ts';
import { PLACEHOLDERS } from '../../openapi/placeholders.ts';
import { homePage } from './home-page.ts';
import { framed, markdownAddressOf, type NavigationGroup } from './page-frame.ts';
import { llmsText, markdownOf } from './page-markdown.ts';
import { operationGroups, overviewPage, problemsPage, schemasPage } from './reference-pages.ts';
import { searchEntries } from './search-entries.ts';
import { pageGroups } from './written-pages.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const FONT = 'geist-latin-wght-normal.woff2';
const compression = compressionAt(import.meta.url);
const own = (name: string): string => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');
const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 12);

const assets: Record<string, { type: string; content: Buffer }> = {};

/**
 * Registers an asset under a name that contains a hash of its content, so that browsers can cache it
 * permanently.
 */
function asset(name: string, type: string, content: string | Buffer): string {
  const bytes = Buffer.from(content);
  const hashed = name.replace('.', `.${hashOf(bytes)}.`);
  assets[hashed] = { type, content: bytes };
  return hashed;
}

const document = openApiDocument(PLACEHOLDERS);
const written = pageGroups();
const groups = operationGroups(document);
const overview = overviewPage(document);
const references = [overview, schemasPage(document), problemsPage(document)];

const font = asset(
  FONT,
  'font/woff2',
  readFileSync(createRequire(import.meta.url).resolve(`@fontsource-variable/geist/files/${FONT}`)),
);
/** Reuse the colors and sizes of the console's theme. */
const style = [readFileSync(join(ROOT, 'console/theme.css'), 'utf8'), own('docs.css').replace('#font', font)];
const SCRIPT = 'text/javascript; charset=utf-8';
const ranking = asset('search-ranking.js', SCRIPT, own('search-ranking.js'));
const scripts = ['search.js', 'try-it.js', 'page.js'];
const names = {
  style: asset('docs.css', 'text/css; charset=utf-8', style.join('\n')),
  scripts: scripts.map((name) => asset(name, SCRIPT, own(name).replace('search-ranking.js', ranking))),
  searchIndex: asset(
    'search.json',
    // Serve the search index as plain text. Its format is internal, and all responses with a JSON media type
    // must be documented.
    'text/plain; charset=utf-8',
    JSON.stringify(searchEntries(written, groups, references, document)),
  ),
  mark: asset('mark.svg', 'image/svg+xml', readFileSync(join(ROOT, 'console/shell/mark.svg'))),
};

const links = (pages: readonly { path: string; title: string }[]): NavigationGroup['links'] =>
  pages.map(({ path, title }) => ({ path, text: title }));
const navigation: NavigationGroup[] = [
  ...written.map(({ title, pages: group }) => ({ title, links: links(group) })),
  { title: 'API', links: links([overview, ...groups.map(({ page }) => page), ...references.slice(1)]) },
];

const pages = [
  homePage(written, groups),
  ...written.flatMap(({ pages: group }) => group),
  ...references,
  ...groups.map(({ page }) => page),
];

/**
 * Gzipped, base64-encoded pages by path below `/docs`, with placeholders for the deployment's URL and
 * version.
 */
export const PAGES: Readonly<Record<string, string>> = Object.fromEntries(
  await Promise.all(
    pages.map(
      async (page) => [page.path, await gzipped(Buffer.from(framed(page, navigation, names)))] as const,
    ),
  ),
);

/** The pages as Markdown, also gzipped and base64-encoded. Also contains `llms.txt`, which lists all pages. */
export const MARKDOWN: Readonly<Record<string, string>> = Object.fromEntries(
  await Promise.all(
    [
      ...pages.map(
        (page) => [markdownAddressOf(page.path).slice('/docs/'.length), markdownOf(page)] as const,
      ),
      [
        'llms.txt',
        llmsText(written, [overview, ...groups.map(({ page }) => page), ...references.slice(1)]),
      ] as const,
    ].map(async ([path, text]) => [path, await gzipped(Buffer.from(text))] as const),
  ),
);

/** Paths of the hand-written pages' Markdown versions, in the order of `docs/README.md`. */
export const WRITTEN = written.flatMap(({ pages: group }) =>
  group.map(({ path }) => markdownAddressOf(path).slice('/docs/'.length)),
);

/** Scripts, styles, the font and the search index by file name. */
export const ASSETS = Object.fromEntries(
  await Promise.all(
    Object.entries(assets).map(
      async ([name, { type, content }]) => [name, await packedFile(type, content, compression)] as const,
    ),
  ),
);
