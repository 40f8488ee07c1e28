/**
 * Converts the guides in `docs/guides` and `docs/automations` to pages, in the order of each folder's index.
 */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PLACEHOLDERS } from '../../openapi/placeholders.ts';
import { plainText, rendered, sectionsOf } from './markdown.ts';
import { addressOf, type DocsPage } from './page-frame.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');
/**
 * URL of a service started with `npm start`. In the pages, it is replaced with the URL of the deployed
 * service.
 */
const LOCAL = 'http://127.0.0.1:8787';

export type GuideFolder = 'guides' | 'automations';

export interface Guide extends DocsPage {
  readonly source: string;
}

/**
 * Returns the pages of a folder. Includes a page for the index of `automations`, because that index applies
 * to all automations.
 * @throws TypeError when a guide has no title or first paragraph, or links to a page that doesn't exist
 */
export function guidePages(folder: GuideFolder): Guide[] {
  const read = (name: string): string => readFileSync(join(DOCS, folder, `${name}.md`), 'utf8');
  const names = [...read('README').matchAll(/^- \[[^\]]+\]\(([\w-]+)\.md\)/gm)].map(([, name = '']) => name);
  return (folder === 'automations' ? ['README', ...names] : names).map((name) => {
    const source = read(name).replaceAll(LOCAL, PLACEHOLDERS.baseUrl);
    const [first, ...sections] = sectionsOf(source);
    const summary = plainText(first?.body.trim().split('\n\n')[0] ?? '').replaceAll('\n', ' ');
    if (first?.level !== 1 || summary === '')
      throw new TypeError(`${name}.md must start with a title and a summary`);
    return {
      path: pathOf(folder, name),
      title: first.text,
      summary,
      content: rendered(source, (href) => servedLink(href, `docs/${folder}/${name}.md`)),
      headings: sections.filter(({ level }) => level === 2),
      source,
    };
  });
}

/** Returns a file's path below `/docs`. The index of the guides is the start page. */
function pathOf(folder: string, name: string): string {
  if (name !== 'README') return `${folder}/${name}`;
  return folder === 'guides' ? '' : folder;
}

/**
 * Rewrites links between guides to point to their pages. Other documents in the repository aren't served.
 */
function servedLink(href: string, from: string): string {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const target = posix.join(posix.dirname(from), file);
  const [, folder, name] = /^docs\/(guides|automations)\/([\w-]+)\.md$/.exec(target) ?? [];
  if (folder === undefined || name === undefined)
    throw new TypeError(`${from} links to ${href}, which isn't a page`);
  return `${addressOf(pathOf(folder, name))}${anchor === undefined ? '' : `#${anchor}`}`;
}
