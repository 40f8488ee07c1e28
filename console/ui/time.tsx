/** Shows times in the person's time zone, with the exact time as a tooltip. */
import { useFormats } from '../app/formats.ts';

/** `short` is for lists: the time for today, otherwise the date. */
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
