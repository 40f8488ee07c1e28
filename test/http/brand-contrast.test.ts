/**
 * Tests that pages stay readable with any brand color, with a separate implementation of the WCAG 2.2
 * formula.
 */
import fc from 'fast-check';
import { thankYouPage } from '../../lambdas/form-pages/browser-pages.ts';

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const part = (start: number): number => {
    const sRGB = parseInt(color.slice(start, start + 2), 16) / 255;
    return sRGB <= 0.04045 ? sRGB / 12.92 : Math.pow((sRGB + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function ratio(one: string, other: string): number {
  const [L1, L2] = [luminance(one), luminance(other)];
  return (Math.max(L1, L2) + 0.05) / (Math.min(L1, L2) + 0.05);
}

/** Returns a CSS variable's last value in the brand's styles, for light and dark mode. */
function variable(html: string, name: string): [light: string, dark: string] {
  const [, brand = ''] = Array.from(html.matchAll(/<style>([^<]*)<\/style>/g), ([, style]) => style);
  const values = Array.from(
    brand.matchAll(new RegExp(`--${name}:(#[0-9a-fA-F]{6})`, 'g')),
    ([, value]) => value,
  );
  if (values.length !== 2) throw new Error(`--${name} occurs ${values.length} times`);
  return values as [string, string];
}

const CARDS = ['#ffffff', '#1b1e22'] as const;

const colors = fc.oneof(
  fc.integer({ min: 0, max: 0xffffff }),
  // Covers all grays, because they include the point where the text switches between black and white.
  fc.integer({ min: 0, max: 255 }).map((grey) => grey * 0x010101),
);

it('has a contrast of 4.5:1 on buttons and 3:1 on their edges in light and dark mode, whatever the color', () => {
  fc.assert(
    fc.property(colors, (number) => {
      const color = `#${number.toString(16).padStart(6, '0')}`;
      const { html = '' } = thankYouPage(
        200,
        {
          name: 'Contact',
          thank_you: { heading: null, text: null, link: 'https://www.example.com/' },
          brand: { name: 'Acme', logo_url: null, color },
        },
        { language: 'en', referrer: undefined },
      );
      const [links, onLinks, edges] = ['link', 'on-link', 'edge'].map((name) => variable(html, name));
      for (const theme of [0, 1] as const) {
        expect(links![theme]).toBe(color);
        expect(ratio(onLinks![theme], color)).toBeGreaterThanOrEqual(4.5);
        expect(ratio(edges![theme], CARDS[theme])).toBeGreaterThanOrEqual(3);
      }
    }),
    { numRuns: 500, examples: [[0x000000], [0xffffff], [0x777777], [0x767676], [0x1b1e22], [0xffd400]] },
  );
});
