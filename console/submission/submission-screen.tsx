/** One submission, beside the list or on its own. */
import { useTexts } from '../texts/texts.tsx';
import { Page } from '../ui/page.tsx';

export function SubmissionScreen() {
  const t = useTexts('submission');
  return <Page title={t.title}>{null}</Page>;
}
