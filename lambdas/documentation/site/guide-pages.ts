/** The guides of `docs/guides` as pages, in the order of its index. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PLACEHOLDERS } from '../../openapi/placeholders.ts';
import { plainText, rendered, sectionsOf } from './markdown.ts';
import { addressOf, type DocsPage } from './page-frame.ts';

const FOLDER = join(import.meta.dirname, '../../../docs/guides');
/** Where the service of `npm start` is; a page names its own service in its place. */
const LOCAL = 'http://127.0.0.1:8787';

export interface Guide extends DocsPage {
  readonly source: string;
}

const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

/** @throws TypeError when a guide has no title, no first paragraph, or a link to what is no page */
export function guidePages(): Guide[] {
  const names = [...read('README.md').matchAll(/^- \[[^\]]+\]\(([\w-]+)\.md\)/gm)].map(
    ([, name = '']) => name,
  );
  return names.map((name) => {
    const source = read(`${name}.md`).replaceAll(LOCAL, PLACEHOLDERS.baseUrl);
    const [first, ...sections] = sectionsOf(source);
    const summary = plainText(first?.body.trim().split('\n\n')[0] ?? '').replaceAll('\n', ' ');
    if (first?.level !== 1 || summary === '')
      throw new TypeError(`${name}.md begins with no title and summary`);
    return {
      path: `guides/${name}`,
      title: first.text,
      summary,
      content: rendered(source, (href) => servedLink(href, name)),
      headings: sections.filter(({ level }) => level === 2),
      source,
    };
  });
}

/** Links between guides lead to their pages; the repository's other documents are not served. */
function servedLink(href: string, from: string): string {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const [, name] = /^docs\/guides\/([\w-]+)\.md$/.exec(posix.join('docs/guides', file)) ?? [];
  if (name === undefined) throw new TypeError(`${from}.md links to ${href}, which is no page`);
  return `${addressOf(name === 'README' ? '' : `guides/${name}`)}${anchor === undefined ? '' : `#${anchor}`}`;
}
