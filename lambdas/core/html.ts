/** HTML templates that escape everything that is put into them. */

/** Text that is HTML already. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Content = string | Html | readonly Html[] | undefined;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A template of HTML: text that is put in is escaped, both between tags and in quoted attributes; `Html` stays as it is,
 * undefined becomes empty.
 */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  const source = parts.map((part, index) => part + sourceOf(contents[index])).join('');
  return new Html(source);
}

function sourceOf(content: Content): string {
  if (content === undefined) return '';
  if (content instanceof Html) return content.source;
  if (typeof content === 'string') return escaped(content);
  return content.map(({ source }) => source).join('');
}

/** Control characters, which HTML does not allow, become U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
    .replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd');
}
