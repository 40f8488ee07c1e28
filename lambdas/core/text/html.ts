/** Renders HTML templates and escapes all inserted text. */

/** Trusted HTML that templates insert without escaping. */
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
 * Implements the template tag for HTML. Escapes inserted text, both between tags and in quoted attributes.
 * Inserts `Html` values unchanged and omits undefined values.
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

/** Replaces control characters, which HTML doesn't allow, with U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
    .replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd');
}
