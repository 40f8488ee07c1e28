/** Reads pasted HTML with the browser's own parser, into a document that is shown nowhere and runs nothing. */
import type { HtmlElement } from '../../../lambdas/forms/fields/html-element.ts';

/** Trusted Types as far as they are used here (https://www.w3.org/TR/trusted-types/); not every browser has them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): {
    createHTML(html: string): string;
  };
}

/** The only policy that the page's own policy allows (`trusted-types`). */
const POLICY = 'pasted-page';

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The element tree of a page. A parsed document has no window: neither scripts nor handlers run, and nothing is loaded. */
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
