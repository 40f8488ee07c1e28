/**
 * Adds a test language that puts brackets around every catalog text, to detect text that doesn't come from
 * the catalog.
 */
import type { Page } from 'playwright-core';

const CATALOGUE = /\/console\/assets\/catalogue\.en\.\w+\.js$/;

/** Puts brackets around a page's English texts before it loads. */
export async function markTexts(page: Page): Promise<void> {
  await page.route(CATALOGUE, (route) =>
    route.fulfill({
      contentType: 'text/javascript; charset=utf-8',
      body: `
        import { catalogueEn as original } from ${JSON.stringify(`${new URL(route.request().url()).pathname}?unmarked`)};
        const marked = (value) => {
          if (typeof value === 'string') return value === '' ? '' : '⟦' + value + '⟧';
          if (typeof value === 'function') return (...values) => marked(value(...values));
          if (Array.isArray(value)) return value.map(marked);
          if (value === null || typeof value !== 'object') return value;
          return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, marked(each)]));
        };
        export const catalogueEn = marked(original);`,
    }),
  );
}

/**
 * Returns the texts that users can see or hear: text in visible elements, and attributes that are shown or
 * read aloud.
 */
export function shownTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    // Code, keys and entered text are the same in every language. Previews are in the form's language.
    const exempt = 'pre, code, kbd, script, style, noscript, textarea, [lang]:not(html)';
    const attributes = ['aria-label', 'title', 'placeholder', 'alt'];
    const found = new Set();
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest(exempt) !== null || !element.checkVisibility()) continue;
      for (const name of attributes) found.add(element.getAttribute(name) ?? '');
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.add(node.textContent);
    }
    return [...found].map((text) => text.trim()).filter(Boolean);
  })()`);
}

/**
 * Removes catalog texts from the given text, including nested ones. If a screen splits a catalog text into
 * several nodes, removes the parts too.
 */
export function unmarked(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  return rest.replace(/⟦.*$/s, ' ').replace(/^.*⟧/s, ' ').trim();
}
