/** Converts Markdown to HTML at bundle time: escapes HTML, highlights code and adds ids to headings. */
import { createRequire } from 'node:module';
import markdownIt from 'markdown-it';
import { Html, html } from '../../../core/text/html.ts';

/**
 * Declares the parts of highlight.js that we use. The package's own type declarations would add browser types
 * to every file of the service.
 */
interface Highlighter {
  highlight(code: string, options: { language: string }): { readonly value: string };
}
const hljs = createRequire(import.meta.url)('highlight.js/lib/common') as Highlighter;

/** Grammars by the language name after a code fence. */
const GRAMMARS: Readonly<Record<string, string>> = {
  astro: 'xml',
  csharp: 'csharp',
  css: 'css',
  go: 'go',
  html: 'xml',
  java: 'java',
  js: 'javascript',
  json: 'json',
  jsx: 'javascript',
  kotlin: 'kotlin',
  php: 'php',
  python: 'python',
  ruby: 'ruby',
  sh: 'bash',
  svelte: 'xml',
  swift: 'swift',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  yaml: 'yaml',
};

/** A heading below the page's title. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  /** Anchor id in GitHub's format, so that links also work on GitHub. */
  readonly id: string;
}

/**
 * `id` is also a shell command, so the highlighter splits `<form id>`. Remove the span, because
 * `browser/page.js` can only fill in the id if the placeholder is intact.
 */
const COLOURED_PLACEHOLDER = /(&lt;[a-z]+ )<span class="[^"]*">id<\/span>(&gt;)/g;

/** Renders a code block that users can scroll with the keyboard. */
export function codeBlock(code: string, language = ''): Html {
  const grammar = GRAMMARS[language];
  const coloured =
    grammar === undefined
      ? undefined
      : hljs.highlight(code, { language: grammar }).value.replaceAll(COLOURED_PLACEHOLDER, '$1id$2');
  return html`<div class="code">
    <pre tabindex="0"><code>${coloured === undefined ? code : new Html(coloured)}</code></pre>
  </div>`;
}

/** Converts a heading to its anchor id: lowercase, with hyphens, without punctuation. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Strips the markup from inline Markdown. */
export const plainText = (markdown: string): string =>
  markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');

/**
 * Renders Markdown as HTML.
 * @param linkOf maps each link's address to the target to render. If it returns undefined, only the link's
 *   text is rendered
 */
export function rendered(
  source: string,
  linkOf: (href: string) => string | undefined = (href) => href,
): Html {
  const markdown = markdownIt('default', { html: false, linkify: false, typographer: false });
  const { rules } = markdown.renderer;
  const idOf = uniqueIds();
  rules['fence'] = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    return codeBlock(content.replace(/\n$/, ''), info.split(' ')[0]).source;
  };
  rules['heading_open'] = (tokens, index) => {
    const { tag = '' } = tokens[index] ?? {};
    const text = plainText(tokens[index + 1]?.content ?? '');
    const id = idOf(text);
    return tag === 'h1' ? '<h1>' : `<${tag} id="${html`${id}`.source}">`;
  };
  rules['link_open'] = (tokens, index) => {
    const href = linkOf(String(tokens[index]?.attrGet('href') ?? ''));
    return href === undefined ? '<a>' : `<a href="${html`${href}`.source}">`;
  };
  // The content security policy doesn't allow markdown-it's `style` attributes for aligned columns.
  for (const tag of ['th', 'td'])
    rules[`${tag}_open`] = (tokens, index) =>
      tokens[index]?.attrGet('style') === 'text-align:right' ? `<${tag} class="right">` : `<${tag}>`;
  rules['table_open'] = () => '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>';
  rules['table_close'] = () => '</table></div>';
  return new Html(markdown.render(source));
}

/** Renders a line of Markdown without wrapping it in a paragraph. */
export function renderedLine(source: string): Html {
  return new Html(markdownIt('default', { html: false }).renderInline(source));
}

/**
 * Returns a function that converts a page's headings to ids. Like GitHub, it adds a number to the ids of
 * repeated headings.
 */
function uniqueIds(): (text: string) => string {
  const counts = new Map<string, number>();
  return (text) => {
    const id = headingId(text);
    const before = counts.get(id) ?? 0;
    counts.set(id, before + 1);
    return before === 0 ? id : `${id}-${String(before)}`;
  };
}

/** Splits Markdown into sections. A section is a heading and the text up to the next heading. */
export function sectionsOf(source: string): (Heading & { readonly body: string })[] {
  const sections: { level: number; text: string; id: string; body: string }[] = [];
  const idOf = uniqueIds();
  let isCode = false;
  for (const line of source.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, marks, title] = (isCode ? null : /^(#{1,4}) (.+)$/.exec(line)) ?? [];
    if (marks !== undefined && title !== undefined) {
      const text = plainText(title);
      sections.push({ level: marks.length, text, id: idOf(text), body: '' });
    } else {
      const last = sections.at(-1);
      if (last) last.body += `${line}\n`;
    }
  }
  return sections;
}
