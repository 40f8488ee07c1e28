/** Renders an icon from a path in a 24 by 24 square, in the text color. */
import type { SVGProps } from 'react';

type IconProps = SVGProps<SVGSVGElement> & { readonly size?: number };

/**
 * Returns a component that renders an icon.
 * @param d the icon's path, which `console/build/compact-icons.ts` generates from Lucide
 */
export const icon = (d: string) =>
  function Icon({ size = 24, ...rest }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...rest}
      >
        <path d={d} />
      </svg>
    );
  };
