/** All webhooks. */
import { useTexts } from '../texts/texts.tsx';
import { Page } from '../ui/page.tsx';

export function WebhooksScreen() {
  const t = useTexts('webhooks');
  return <Page title={t.title}>{null}</Page>;
}
