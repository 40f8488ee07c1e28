/** The settings of a form. */
import { useTexts } from '../texts/texts.tsx';
import { Page } from '../ui/page.tsx';

export function SettingsScreen() {
  const t = useTexts('settings');
  return <Page title={t.title}>{null}</Page>;
}
