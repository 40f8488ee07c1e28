/** Defines HTML elements independently of any parser. */
export interface HtmlElement {
  /** Tag name in lowercase; empty for text nodes. */
  readonly tag: string;
  /** Content of a text node. */
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly HtmlElement[];
}
