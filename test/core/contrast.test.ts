import { contrast, textOn, withContrast } from '../../lambdas/core/text/contrast.ts';

// Expected ratios come from the WebAIM contrast checker (https://webaim.org/resources/contrastchecker/),
// which truncates to two decimal places.
it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#FFFFFF', 1],
  ['#777777', '#ffffff', 4.47],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 3.99],
  ['#0000ff', '#ffffff', 8.59],
  ['#ffff00', '#ffffff', 1.07],
  ['#ffff00', '#000000', 19.55],
])('measures the contrast of %s and %s as %d', (one, other, expected) => {
  expect(Math.floor(contrast(one, other) * 100) / 100).toBe(expected);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

it.each([
  ['#000000', '#ffffff'],
  ['#0b57d0', '#ffffff'],
  ['#767676', '#ffffff'],
  ['#777777', '#000000'],
  ['#ffe066', '#000000'],
  ['#ff0000', '#000000'],
  ['#ffffff', '#000000'],
])('puts text on %s in the color %s', (color, expected) => {
  expect(textOn(color)).toBe(expected);
});

it('chooses a text color with a contrast of at least 4.5 on any background', () => {
  const weak: string[] = [];
  for (let red = 0; red < 256; red += 15)
    for (let green = 0; green < 256; green += 15)
      for (let blue = 0; blue < 256; blue += 15) {
        const color = `#${[red, green, blue].map((each) => each.toString(16).padStart(2, '0')).join('')}`;
        if (contrast(textOn(color), color) < 4.5) weak.push(color);
      }
  expect(weak).toEqual([]);
});

it('keeps a color that already has enough contrast', () => {
  expect(withContrast('#0B57D0', '#ffffff', 4.5)).toBe('#0b57d0');
});

it.each([
  ['#ffff00', '#ffffff', 4.5],
  ['#ffffff', '#ffffff', 3],
  ['#000000', '#1b1e22', 3],
  ['#001133', '#1b1e22', 4.5],
  ['#808080', '#777777', 4.5],
])('adjusts %s on %s to a contrast of at least %d, but not much more', (color, background, ratio) => {
  const made = withContrast(color, background, ratio);
  expect(contrast(made, background)).toBeGreaterThanOrEqual(ratio);
  expect(contrast(made, background)).toBeLessThan(ratio * 1.15);
});
