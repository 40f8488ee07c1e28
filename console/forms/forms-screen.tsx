/** All forms. */
import { useTexts } from '../texts/texts.tsx';
import { Page } from '../ui/page.tsx';

export function FormsScreen() {
  const t = useTexts('forms');
  return <Page title={t.title}>{null}</Page>;
}
