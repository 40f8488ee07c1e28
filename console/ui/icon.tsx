/** Draws an icon: a path in a square of 24, in the colour of the text. */
import type { SVGProps } from 'react';

type IconProps = SVGProps<SVGSVGElement> & { readonly size?: number };

/** @param d the path; `console/build/compact-icons.ts` makes it of Lucide's icons */
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
