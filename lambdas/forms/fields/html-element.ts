/** An element of a page as any parser of HTML can give it. */
export interface HtmlElement {
  /** In lower case; empty for a piece of text. */
  readonly tag: string;
  /** Of a piece of text. */
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly HtmlElement[];
}
