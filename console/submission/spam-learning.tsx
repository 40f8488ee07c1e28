/**
 * Explains how a form learns from submissions that users mark as spam, and shows the number of submissions
 * that it has learned from.
 */
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../app/formats.ts';
import { statisticsQuery } from '../forms/form-activity.ts';
import { useTexts } from '../texts/texts.tsx';

export function SpamLearning({ formId }: { formId: string }) {
  const t = useTexts('submission');
  const formats = useFormats();
  const { data } = useQuery(statisticsQuery(formId, '30'));
  const learning = data?.spam_learning;
  // The second line stays blank until the counts are loaded, so that the content below it doesn't move.
  return (
    <p className="soft">
      {t.learns}
      <br />
      {learning === undefined
        ? '\u00a0'
        : Math.min(learning.spam, learning.good) >= learning.needed
          ? t.learningOn
          : t.learned(formats.number(learning.spam), formats.number(learning.good))}
    </p>
  );
}
