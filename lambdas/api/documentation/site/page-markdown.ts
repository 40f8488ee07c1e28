/** Converts documentation pages to Markdown for agents and other programs that read text. */
import { createRequire } from 'node:module';
import { PLACEHOLDERS } from '../../openapi/placeholders.ts';
import { addressOf, markdownAddressOf, type DocsPage } from './page-frame.ts';
import type { PageGroup } from './written-pages.ts';

/**
 * Declares the parts of turndown that we use. The package's own type declarations would add browser types to
 * every file of the service.
 */
interface Node {
  readonly nodeName: string;
  readonly className?: string;
}
interface Turndown {
  remove(filter: (node: Node) => boolean): this;
  addRule(
    name: string,
    rule: { filter: (node: Node) => boolean; replacement: (text: string) => string },
  ): this;
  turndown(html: string): string;
}
const turndown = createRequire(import.meta.url)('turndown') as new (options: object) => Turndown;

/** Classes of the collapsed parts to omit: the form for trying an operation, and the response headers. */
const LEFT_OUT = ['try', 'headers'];

/** Returns a page as Markdown, with absolute links to the Markdown of other pages. */
export function markdownOf({ markdown, content }: DocsPage): string {
  if (markdown !== undefined) return markdown;
  const source = content.source.replaceAll(
    /href="(\/[^"]*)"/g,
    (_, href: string) => `href="${absolute(href)}"`,
  );
  return `${new turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
    .remove(({ nodeName, className = '' }) => nodeName === 'DETAILS' && LEFT_OUT.includes(className))
    // Each heading on the page contains a link to itself. Leave these links out of the Markdown.
    .addRule('anchor', {
      filter: ({ nodeName, className }) => nodeName === 'A' && className === 'anchor',
      replacement: (text) => text,
    })
    .turndown(source)}\n`;
}

/**
 * Rewrites the links in Markdown, except in code blocks.
 * @param linkOf maps an address to the path that the service serves. If it returns undefined, only the link's
 *   text is kept
 */
export function withServedLinks(source: string, linkOf: (href: string) => string | undefined): string {
  let isCode = false;
  return source
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) isCode = !isCode;
      if (isCode) return line;
      return line.replaceAll(/!?\[([^\]]*)\]\(([^)\s]+)\)/g, (link, text: string, href: string) => {
        const served = link.startsWith('!') ? undefined : linkOf(href);
        return served === undefined ? text : `[${text}](${absolute(served)})`;
      });
    })
    .join('\n');
}

/** Returns the absolute URL of a link. Links to documentation pages point to their Markdown. */
function absolute(href: string): string {
  if (!href.startsWith('/')) return href;
  const [path = '', anchor] = href.split('#');
  const isPage = path === '/docs' || (path.startsWith('/docs/') && !path.startsWith('/docs/assets/'));
  const target = isPage ? markdownAddressOf(path.replace(/^\/docs\/?/, '')) : path;
  return `${PLACEHOLDERS.baseUrl}${target}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** Returns the list of pages in the format of llmstxt.org. */
export function llmsText(written: readonly PageGroup[], reference: readonly DocsPage[]): string {
  const item = ({ path, title, summary }: DocsPage): string =>
    `- [${title}](${absolute(addressOf(path))}): ${summary}`;
  const groups = [
    ...written.map(({ title, pages }) => ({ title, items: pages.map(item) })),
    {
      title: 'API',
      items: [`- [OpenAPI document](${absolute('/openapi.json')}): All operations.`, ...reference.map(item)],
    },
    {
      title: 'Optional',
      items: [
        `- [All pages](${PLACEHOLDERS.baseUrl}/docs/llms-full.txt): Everything except the API, in one file.`,
      ],
    },
  ];
  return [
    '# svc-forms',
    '> A form backend. Web forms and programs send submissions to it. It stores them, keeps spam out, sends e-mails, and delivers signed webhooks.',
    `Agents can connect to the MCP server at ${PLACEHOLDERS.baseUrl}/mcp. Each page is also available as HTML, without \`.md\` in its URL.`,
    ...groups.map(({ title, items }) => `## ${title}\n\n${items.join('\n')}`),
    '',
  ].join('\n\n');
}
