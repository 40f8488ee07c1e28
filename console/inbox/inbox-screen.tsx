/** The submissions of one form or of all. */
import { useTexts } from '../texts/texts.tsx';
import { Page } from '../ui/page.tsx';

export function InboxScreen() {
  const t = useTexts('inbox');
  return <Page title={t.title}>{null}</Page>;
}
