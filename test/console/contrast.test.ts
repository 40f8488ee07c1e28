/**
 * Measures the contrast of the console's colors (WCAG 2.2, 1.4.3 and 1.4.11). The OKLCH calculation is
 * independent of the console's code.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(import.meta.dirname, '../../console/theme.css'), 'utf8');

type Theme = 'light' | 'dark';

/** Returns a color token's L, C and H values in a theme. */
function token(name: string, theme: Theme): [number, number, number] {
  const [, value = ''] = new RegExp(`${name}: ([^;]+);`).exec(css) ?? [];
  const colours = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)];
  const [, l, c, h] = colours[theme === 'dark' && colours.length > 1 ? 1 : 0] ?? [];
  if (l === undefined) throw new Error(`There is no color ${name}`);
  return [Number(l), Number(c), Number(h)];
}

/**
 * Returns the relative luminance (WCAG) of an OKLCH color, clipped to sRGB (CSS Color 4, "Sample code for
 * OKLab").
 */
function luminance([l, c, h]: [number, number, number]): number {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
  return 0.2126 * rgb[0]! + 0.7152 * rgb[1]! + 0.0722 * rgb[2]!;
}

function contrast(one: string, other: string, theme: Theme): number {
  const [dark = 0, light = 0] = [one, other]
    .map((name) => luminance(token(name, theme)))
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['--canvas', '--surface', '--raised', '--sunken', '--hover', '--selected'];
const texts: [string, readonly string[]][] = [
  ['--text', [...grounds, '--pressed']],
  ['--text-soft', [...grounds, '--pressed']],
  ['--text-faint', ['--surface', '--raised', '--canvas']],
  ['--accent-text', grounds],
  ['--on-accent', ['--accent', '--accent-hover', '--bad-fill']],
  ['--good', ['--good-ground', '--surface', '--hover']],
  ['--warn', ['--warn-ground', '--surface', '--hover']],
  ['--bad', ['--bad-ground', '--surface', '--raised', '--hover']],
];
const marks: [string, readonly string[]][] = [
  ['--line-control', ['--surface', '--raised']],
  ['--focus', ['--surface', '--raised', '--canvas']],
  ['--accent', ['--surface', '--raised']],
  ['--chart-1', ['--surface']],
  ['--chart-2', ['--surface']],
  ['--star', ['--surface', '--hover']],
];
const pairs = (of: typeof texts) =>
  of.flatMap(([colour, on]) => on.map((ground) => [colour, ground] as const));

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(pairs(texts))('%s is readable on %s (4.5:1)', (colour, ground) => {
    expect(contrast(colour, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(pairs(marks))('%s is visible on %s (3:1)', (colour, ground) => {
    expect(contrast(colour, ground, theme)).toBeGreaterThanOrEqual(3);
  });
});

it('measures black on white as 21:1 and agrees with WebAIM on the threshold gray', () => {
  expect((luminance([1, 0, 0]) + 0.05) / (luminance([0, 0, 0]) + 0.05)).toBeCloseTo(21, 1);
  // #767676 on white is 4.54:1.
  expect(1.05 / (luminance([0.5658, 0, 0]) + 0.05)).toBeCloseTo(4.54, 1);
});
