/**
 * Shows a label's name with a dot in its color. The text always has the theme's text color, so that it stays
 * readable with any label color.
 */
import type { Schema } from '../api/api-client.ts';

export function LabelChip({ label }: { label: Pick<Schema<'Label'>, 'name' | 'color'> }) {
  return (
    <span className="chip neutral label-chip">
      <LabelDot color={label.color} />
      <span className="truncate">{label.name}</span>
    </span>
  );
}

/** The outline makes the dot visible on a background of the same color. */
export function LabelDot({ color }: { color: string }) {
  return (
    <svg className="label-dot" viewBox="0 0 10 10" aria-hidden>
      <circle cx="5" cy="5" r="4.25" fill={color} stroke="currentColor" strokeWidth="1" />
    </svg>
  );
}
