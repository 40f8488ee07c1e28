/** Compares icon shapes with equivalent paths that were calculated by hand. */
import { pathOf } from '../../console/build/compact-icons.ts';

it.each([
  ['path', { d: 'M5 12h14' }, 'M5 12h14'],
  ['path', { d: 'm9 18 6-6-6-6' }, 'M9 18l6-6-6-6'],
  ['path', { d: 'm15 9-6 6' }, 'M15 9l-6 6'],
  ['path', { d: 'm21 21.5c1 1 2 2 3 3' }, 'M21 21.5c1 1 2 2 3 3'],
  ['line', { x1: '1', y1: '2', x2: '3', y2: '4' }, 'M1 2L3 4'],
  ['polyline', { points: '20 6 9 17 4 12' }, 'M20 6 9 17 4 12'],
  ['circle', { cx: '12', cy: '12', r: '10' }, 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0'],
  ['rect', { x: '3', y: '4', width: '18', height: '16' }, 'M3 4h18v16h-18v-16z'],
  [
    'rect',
    { x: '2', y: '4', width: '20', height: '16', rx: '2' },
    'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2z',
  ],
])('draws <%s %j>', (tag, attributes, path) => {
  expect(pathOf([tag, attributes as Record<string, string>])).toBe(path);
});

it("throws if it doesn't know a shape's outline", () => {
  expect(() => pathOf(['text', {}])).toThrow('No outline of <text>');
});
