/** The members of the account. */
import { useTexts } from '../texts/texts.tsx';
import { Page } from '../ui/page.tsx';

export function PeopleScreen() {
  const t = useTexts('people');
  return <Page title={t.title}>{null}</Page>;
}
