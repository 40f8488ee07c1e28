/** Checks a page's HTML against the requirements that every page of the service must meet. */
import { HtmlValidate, StaticConfigLoader } from 'html-validate/node';

/** Resolves the validation rules once, because they are the same for all pages. */
class SameRules extends StaticConfigLoader {
  #resolved: ReturnType<StaticConfigLoader['getConfigFor']> | undefined;

  override getConfigFor(
    ...page: Parameters<StaticConfigLoader['getConfigFor']>
  ): ReturnType<StaticConfigLoader['getConfigFor']> {
    return (this.#resolved ??= super.getConfigFor(...page));
  }
}

const rules = new SameRules({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // Allow `<meta />`, because Prettier formats it that way.
    'void-style': ['error', { style: 'selfclose' }],
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    // Inline styles don't need a nonce, because the style element is allowed by its hash, and the page loads
    // nothing else.
    'no-inline-style': 'error',
    'require-csp-nonce': 'off',
  },
});
const validator = new HtmlValidate(rules);

/**
 * Returns a page's problems: invalid HTML, violations of WCAG rules that can be detected in static HTML, and
 * missing structure for screen readers (a language, a title, and one main landmark that contains the only
 * top-level heading).
 * @param logos maximum number of brand images
 */
export async function pageFaults(html: string, { logos = 0 } = {}): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
  );
  const expected: [string, RegExp, number][] = [
    ['a doctype at the start', /^<!doctype html>\s*<html lang="(en|de|es|it|ru)">/g, 1],
    ['a title', /<title>[^<]+<\/title>/g, 1],
    ['a viewport', /<meta name="viewport" content="width=device-width, initial-scale=1" \/>/g, 1],
    ['one main landmark', /<main[\s>]/g, 1],
    [
      'one h1, inside the main landmark',
      /<main[^>]*>\s*(?:<div class="brand".*<\/div>\s*)?<h1(?: dir="auto")?>[^<]+<\/h1>/g,
      1,
    ],
    ['no other headings, except in sections', /(?<!<section>\s*)<h2[\s>]|<h[3-6][\s>]/g, 0],
    ['no script', /<script|<[^>]*\son\w+=|<[^>]*javascript:/gi, 0],
    [
      'nothing from other origins',
      /<(link|img|iframe|object|embed|base)[\s>]|<form(?![^>]*\saction="\/[^/])[\s>]|<(?!img)[^>]*\ssrc=|<style>[^<]*(url\(|@import)/gi,
      logos,
    ],
  ];
  for (const [what, pattern, times] of expected) {
    const found = [...html.matchAll(pattern)].length;
    if (found !== times) faults.push(`${what}: found ${found} times`);
  }
  return faults;
}
