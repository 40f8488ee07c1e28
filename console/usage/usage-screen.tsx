/** What the account has used this month. */
import { useTexts } from '../texts/texts.tsx';
import { Page } from '../ui/page.tsx';

export function UsageScreen() {
  const t = useTexts('usage');
  return <Page title={t.title}>{null}</Page>;
}
