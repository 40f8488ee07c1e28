/** One webhook: its health, attempts and repair. */
import { useTexts } from '../texts/texts.tsx';
import { Page } from '../ui/page.tsx';

export function WebhookScreen() {
  const t = useTexts('webhooks');
  return <Page title={t.title}>{null}</Page>;
}
