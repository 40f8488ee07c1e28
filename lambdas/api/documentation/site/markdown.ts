/** Markdown to HTML, when the functions are bundled: HTML in it is escaped, code is coloured, headings can be linked to. */
import { createRequire } from 'node:module';
import markdownIt from 'markdown-it';
import { Html, html } from '../../../core/html.ts';

/** Of highlight.js, whose own types would bring those of a browser into every file of the service. */
interface Highlighter {
  highlight(code: string, options: { language: string }): { readonly value: string };
}
const hljs = createRequire(import.meta.url)('highlight.js/lib/common') as Highlighter;

/** The words that a fence begins with, and the grammar that colours what is in it. */
const GRAMMARS: Readonly<Record<string, string>> = {
  csharp: 'csharp',
  css: 'css',
  go: 'go',
  html: 'xml',
  java: 'java',
  js: 'javascript',
  json: 'json',
  jsx: 'javascript',
  php: 'php',
  python: 'python',
  ruby: 'ruby',
  sh: 'bash',
  yaml: 'yaml',
};

/** A heading below the first one. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  /** For links to it; as GitHub makes them, so that links work there too. */
  readonly id: string;
}

/** `id` is a command of shells; `<form id>` is one text, in which pages put the id (`browser/page.js`). */
const COLOURED_PLACEHOLDER = /(&lt;[a-z]+ )<span class="[^"]*">id<\/span>(&gt;)/g;

/** Code in a block that a keyboard can scroll. */
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

/** The id of a heading: lower case, without punctuation, with hyphens. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** The text of inline Markdown, without its marks. */
export const plainText = (markdown: string): string =>
  markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');

/**
 * Renders a text.
 * @param linkOf says where a link leads, from what the text has
 */
export function rendered(source: string, linkOf: (href: string) => string = (href) => href): Html {
  const markdown = markdownIt('default', { html: false, linkify: false, typographer: false });
  const { rules } = markdown.renderer;
  rules['fence'] = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    return codeBlock(content.replace(/\n$/, ''), info.split(' ')[0]).source;
  };
  rules['heading_open'] = (tokens, index) => {
    const { tag = '' } = tokens[index] ?? {};
    const text = plainText(tokens[index + 1]?.content ?? '');
    return tag === 'h1' ? '<h1>' : `<${tag} id="${html`${headingId(text)}`.source}">`;
  };
  rules['link_open'] = (tokens, index) => {
    const href = linkOf(String(tokens[index]?.attrGet('href') ?? ''));
    return `<a href="${html`${href}`.source}">`;
  };
  rules['table_open'] = () => '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>';
  rules['table_close'] = () => '</table></div>';
  return new Html(markdown.render(source));
}

/** A line of text, without a paragraph around it. */
export function renderedLine(source: string): Html {
  return new Html(markdownIt('default', { html: false }).renderInline(source));
}

/** The headings of a text, with the text below each up to the next one. */
export function sectionsOf(source: string): (Heading & { readonly body: string })[] {
  const sections: { level: number; text: string; id: string; body: string }[] = [];
  let isCode = false;
  for (const line of source.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, marks, title] = (isCode ? null : /^(#{1,4}) (.+)$/.exec(line)) ?? [];
    if (marks !== undefined && title !== undefined) {
      const text = plainText(title);
      sections.push({ level: marks.length, text, id: headingId(text), body: '' });
    } else {
      const last = sections.at(-1);
      if (last) last.body += `${line}\n`;
    }
  }
  return sections;
}
