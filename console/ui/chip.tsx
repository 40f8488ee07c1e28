/**
 * Renders a status or tag as a word on a colored background. The color only makes the chip easier to spot and
 * adds no information.
 */
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';

export function Chip({
  tone = 'neutral',
  children,
  hasDot = false,
}: {
  tone?: Tone;
  children: ReactNode;
  hasDot?: boolean;
}) {
  return (
    <span className={`chip ${tone}`}>
      {hasDot && <span className="chip-dot" aria-hidden />}
      <span className="truncate">{children}</span>
    </span>
  );
}
