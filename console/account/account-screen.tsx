/** The account. */
import { useTexts } from '../texts/texts.tsx';
import { Page } from '../ui/page.tsx';

export function AccountScreen() {
  const t = useTexts('account');
  return <Page title={t.title}>{null}</Page>;
}
