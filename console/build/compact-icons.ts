/**
 * Compiles each Lucide icon to a single path, which the console's icon component draws. The result is a third
 * of the size of Lucide's components.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

type Attributes = Readonly<Record<string, string>>;
type Shape = readonly [tag: string, attributes: Attributes];

const ICON = join(import.meta.dirname, '../ui/icon.tsx');

export const compactIcons: Plugin = {
  name: 'compact-icons',
  setup({ onLoad }) {
    onLoad({ filter: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.m?js$/ }, async ({ path }) => {
      const loaded = (await import(pathToFileURL(path).href)) as {
        readonly __iconData?: { readonly node: readonly Shape[] };
      };
      // The file has no icon data because it only re-exports an icon under its old name, so let esbuild
      // resolve it.
      if (!loaded.__iconData) return undefined;
      const drawing = loaded.__iconData.node.map(pathOf).join('');
      return {
        contents: `import { icon } from ${JSON.stringify(ICON)}; export default icon(${JSON.stringify(drawing)});`,
        loader: 'js',
      };
    });
  },
};

/**
 * Returns a shape's outline as an SVG path with an absolute starting point.
 * @throws Error if the shape isn't supported. No icon uses such a shape
 */
export function pathOf([tag, attributes]: Shape): string {
  const of = (name: string): number => Number(attributes[name] ?? 0);
  switch (tag) {
    case 'path':
      return absolute(attributes['d'] ?? '');
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`;
    case 'polyline':
      return `M${attributes['points'] ?? ''}`;
    case 'polygon':
      return `M${attributes['points'] ?? ''}Z`;
    case 'circle':
      return ellipse(of('cx'), of('cy'), of('r'), of('r'));
    case 'ellipse':
      return ellipse(of('cx'), of('cy'), of('rx'), of('ry'));
    case 'rect': {
      const [width, height, r] = [of('width'), of('height'), of('rx') || of('ry')];
      const corner = (x: number, y: number): string => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${x} ${y}`);
      return `M${of('x') + r} ${of('y')}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`;
    }
    default:
      throw new Error(`No outline of <${tag}>`);
  }
}

const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;

/**
 * Makes the first move absolute. A relative first move starts at 0,0 only at the beginning of a path, so it
 * would shift if the path were appended to another path. Any coordinate pairs that follow the first move are
 * relative lines.
 */
function absolute(d: string): string {
  const [, x, y, rest = ''] = /^m\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)\s*(.*)$/s.exec(d) ?? [];
  if (x === undefined || y === undefined) return d;
  return `M${x} ${y}${/^[-\d.,]/.test(rest) ? `l${rest}` : rest}`;
}
