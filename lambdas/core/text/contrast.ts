/**
 * Keeps colors readable: measures contrast as defined by WCAG 2.2 and adjusts custom colors so that text and
 * edges have enough contrast (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
 */

/** A color as `#rrggbb`, in upper or lower case. */
export type HexColor = string;

const WHITE = '#ffffff';
const BLACK = '#000000';

/** Minimum contrast for text (WCAG 2.2, 1.4.3). */
export const TEXT_CONTRAST = 4.5;
/** Minimum contrast for the edges of controls (WCAG 2.2, 1.4.11). */
export const EDGE_CONTRAST = 3;

type Channels = readonly [red: number, green: number, blue: number];

function channelsOf(color: HexColor): Channels {
  const at = (start: number): number => Number.parseInt(color.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

function luminance(color: HexColor): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast between two colors, from 1 (identical) to 21. */
export function contrast(one: HexColor, other: HexColor): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * Returns white or black, whichever has more contrast with the color. The contrast is always at least 4.58.
 */
export function textOn(color: HexColor): HexColor {
  return contrast(color, WHITE) >= TEXT_CONTRAST || contrast(color, WHITE) >= contrast(color, BLACK)
    ? WHITE
    : BLACK;
}

/** Darkens or lightens a color only as much as needed to reach this contrast with the background. */
export function withContrast(color: HexColor, background: HexColor, ratio: number): HexColor {
  const towards = contrast(background, BLACK) > contrast(background, WHITE) ? BLACK : WHITE;
  for (let percent = 0; percent < 100; percent += 2) {
    const mixed = mix(color, towards, percent / 100);
    if (contrast(mixed, background) >= ratio) return mixed;
  }
  return towards;
}

function mix(color: HexColor, other: HexColor, share: number): HexColor {
  const [from, to] = [channelsOf(color), channelsOf(other)];
  const hex = from.map((channel, index) =>
    Math.round(channel + ((to[index] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}
