/** A word in a coloured ground: a state, a tag. The word says it; the colour only helps to find it. */
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
