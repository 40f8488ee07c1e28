/**
 * A word on a colored background: a status or a tag. The word carries the meaning; the color only helps to
 * find it.
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
