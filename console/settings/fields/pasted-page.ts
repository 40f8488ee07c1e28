/** Parses pasted HTML with the browser's own parser, into a document that is never shown and runs nothing. */
import type { HtmlElement } from '../../../lambdas/forms/fields/html-element.ts';

/**
 * The part of Trusted Types used here (https://www.w3.org/TR/trusted-types/). Not every browser supports
 * them.
 */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): {
    createHTML(html: string): string;
  };
}

/** The only policy that the page's content security policy allows (`trusted-types`). */
const POLICY = 'pasted-page';

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * Returns the element tree of a page. A parsed document has no window, so scripts and handlers don't run and
 * nothing is loaded.
 */
export function pastedPage(html: string): HtmlElement {
  policy ??= trustedTypes?.createPolicy(POLICY, { createHTML: (each) => each });
  const { documentElement } = new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html');
  return elementOf(documentElement);
}

function elementOf(element: Element): HtmlElement {
  return {
    tag: element.localName,
    text: '',
    attributes: new Map(Array.from(element.attributes, ({ name, value }) => [name, value])),
    children: Array.from(element.childNodes).flatMap((node) => {
      if (node instanceof Text) return [{ tag: '', text: node.data, attributes: new Map(), children: [] }];
      return node.nodeType === Node.ELEMENT_NODE ? [elementOf(node as Element)] : [];
    }),
  };
}
