/** Points in time as people say them, in their own zone; the exact one is a tooltip away. */
import { useFormats } from '../app/formats.ts';

/** `short` is for lists: the hour today, else the day. */
export function Time({ at, style = 'short' }: { at: string; style?: 'short' | 'full' | 'relative' }) {
  const formats = useFormats();
  const text =
    style === 'short' ? formats.shortTime(at) : style === 'full' ? formats.fullTime(at) : formats.ago(at);
  return (
    <time dateTime={at} title={formats.fullTime(at)} className="numeric">
      {text}
    </time>
  );
}
