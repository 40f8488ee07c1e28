/** Parses a page as browsers do, using parse5 (HTML standard, "Parsing HTML documents"). */
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5';
import type { HtmlElement } from '../lambdas/forms/fields/html-element.ts';

type Node = DefaultTreeAdapterTypes.Node;

export function parsedPage(source: string): HtmlElement {
  return elementOf(parse(source));
}

function elementOf(node: Node): HtmlElement {
  if (defaultTreeAdapter.isTextNode(node))
    return { tag: '', text: node.value, attributes: new Map(), children: [] };
  const children = 'childNodes' in node ? node.childNodes.map(elementOf) : [];
  if (!defaultTreeAdapter.isElementNode(node)) return { tag: '', text: '', attributes: new Map(), children };
  return {
    tag: node.tagName,
    text: '',
    attributes: new Map(node.attrs.map(({ name, value }) => [name, value])),
    children,
  };
}
