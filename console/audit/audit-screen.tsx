/** Who changed what. */
import { useTexts } from '../texts/texts.tsx';
import { Page } from '../ui/page.tsx';

export function AuditScreen() {
  const t = useTexts('audit');
  return <Page title={t.title}>{null}</Page>;
}
