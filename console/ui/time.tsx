/** Shows times in the user's time zone, with the exact time as a tooltip. */
import { useFormats } from '../app/formats.ts';

/** Renders a time. In lists, use `short`, which shows the time for today and the date for other days. */
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
