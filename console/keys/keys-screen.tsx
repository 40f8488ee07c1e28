/** The API keys. */
import { useTexts } from '../texts/texts.tsx';
import { Page } from '../ui/page.tsx';

export function KeysScreen() {
  const t = useTexts('keys');
  return <Page title={t.title}>{null}</Page>;
}
