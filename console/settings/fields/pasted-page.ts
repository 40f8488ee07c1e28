/**
 * Parses pasted HTML with the browser's parser. The resulting document is never rendered, and its scripts
 * don't run.
 */
import type { HtmlElement } from '../../../lambdas/forms/fields/html-element.ts';

/**
 * The part of the Trusted Types API that is used here (https://www.w3.org/TR/trusted-types/). Some browsers
 * don't support it.
 */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML: (html: string) => string },
  ): {
    createHTML(html: string): string;
  };
}

/** The only Trusted Types policy that the page's content security policy allows (`trusted-types`). */
const POLICY = 'pasted-page';

const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/**
 * Returns the element tree of an HTML page. The parsed document has no window, so its scripts and event
 * handlers don't run, and nothing is loaded.
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
