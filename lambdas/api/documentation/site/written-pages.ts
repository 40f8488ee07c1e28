/** Converts the Markdown pages listed in `docs/README.md`, in the same groups and order. */
import { readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { PLACEHOLDERS } from '../../openapi/placeholders.ts';
import { plainText, rendered, sectionsOf } from './markdown.ts';
import { addressOf, type DocsPage } from './page-frame.ts';
import { withServedLinks } from './page-markdown.ts';

const ROOT = join(import.meta.dirname, '../../../..');
/** The group of pages for contributors. The site omits it. */
const CONTRIBUTING = 'Contributing';
/**
 * URL of a service started with `npm start`. In guides and automations, we replace it with the URL of the
 * deployed service. All other pages describe the local service itself.
 */
const LOCAL = 'http://127.0.0.1:8787';
const FOR_EVERY_SERVICE = /^docs\/(?:guides|automations)\//;

export interface WrittenPage extends DocsPage {
  readonly source: string;
}

export interface PageGroup {
  readonly title: string;
  readonly pages: readonly WrittenPage[];
}

/**
 * Returns the groups of pages.
 * @throws TypeError when a page has no title or first paragraph
 */
export function pageGroups(): PageGroup[] {
  const groups = sectionsOf(read('docs/README.md'))
    .filter(({ level, text }) => level === 2 && text !== CONTRIBUTING)
    .map(({ text, body }) => ({
      title: text,
      files: Array.from(body.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm), ([, href = '']) =>
        resolved(href, 'docs'),
      ),
    }));
  const listed = new Set(groups.flatMap(({ files }) => files));
  return groups.map(({ title, files }) => ({ title, pages: files.map((file) => writtenPage(file, listed)) }));
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const resolved = (href: string, folder: string): string => posix.normalize(posix.join(folder, href));

function writtenPage(file: string, listed: ReadonlySet<string>): WrittenPage {
  const text = withExampleFiles(read(file), file);
  const source = FOR_EVERY_SERVICE.test(file) ? text.replaceAll(LOCAL, PLACEHOLDERS.baseUrl) : text;
  const [first, ...sections] = sectionsOf(source);
  const summary = plainText(first?.body.trim().split('\n\n')[0] ?? '').replaceAll('\n', ' ');
  if (first?.level !== 1 || summary === '')
    throw new TypeError(`${file} must start with a title and a summary`);
  const linkOf = (href: string) => servedLink(href, file, listed);
  return {
    path: pathOf(file),
    title: first.text,
    summary,
    content: rendered(source, linkOf),
    markdown: withServedLinks(source, linkOf),
    headings: sections.filter(({ level }) => level === 2),
    source,
  };
}

/** Languages of example files, by extension. */
const LANGUAGES: Readonly<Record<string, string>> = { '.ts': 'ts', '.yaml': 'yaml', '.yml': 'yaml' };

/**
 * Replaces each line that consists of a link to a file in `docs/examples` with the content of the file, because
 * the service doesn't serve these files.
 */
function withExampleFiles(source: string, from: string): string {
  return source.replaceAll(
    /^( *)\[([^\]]+)\]\(([^)]*\/examples\/[^)]+)\)$/gm,
    (_, indent: string, name: string, href: string) => {
      const file = resolved(href, posix.dirname(from));
      const code = read(file).trimEnd().split('\n');
      return [`\`${name}\`:`, '', `\`\`\`${LANGUAGES[extname(file)] ?? ''}`, ...code, '```']
        .map((line) => (line === '' ? line : `${indent}${line}`))
        .join('\n');
    },
  );
}

/** Returns a file's path below `/docs`, which is empty for the index (the start page). */
function pathOf(file: string): string {
  return file
    .replace(/^docs\//, '')
    .replace(/(?:^|\/)README\.md$|\.md$/, '')
    .toLowerCase();
}

/**
 * Rewrites links between pages. Returns undefined for the repository's other files, because the service
 * doesn't serve them.
 */
function servedLink(href: string, from: string, listed: ReadonlySet<string>): string | undefined {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const file = resolved(path, posix.dirname(from));
  if (!listed.has(file) && file !== 'docs/README.md') return undefined;
  return `${addressOf(pathOf(file))}${anchor === undefined ? '' : `#${anchor}`}`;
}
