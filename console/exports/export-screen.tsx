/** Exports what is filtered. */
import { useTexts } from '../texts/texts.tsx';
import { Page } from '../ui/page.tsx';

export function ExportScreen() {
  const t = useTexts('exports');
  return <Page title={t.title}>{null}</Page>;
}
