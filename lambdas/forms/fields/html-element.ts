/** An HTML element, independent of the parser. */
export interface HtmlElement {
  /** Tag name in lowercase; empty for text. */
  readonly tag: string;
  /** The text, for text nodes. */
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly HtmlElement[];
}
