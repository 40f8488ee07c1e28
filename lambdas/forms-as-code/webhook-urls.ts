/** Finds webhooks of a form or account that would have the same URL, which the API refuses. */
import type { ActualWebhook } from './actual-state.ts';
import { FileRefused, type Fault } from './file-fault.ts';
import type { DesiredWebhook } from './forms-file.ts';
import { pathOf } from './step.ts';

/** Returns the URL in a comparable form, or the text if it isn't a URL. */
export function comparableUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

/** @throws FileRefused if two webhooks in the file would have the same URL */
export function assertDifferentUrls(
  wanted: readonly DesiredWebhook[],
  existing: readonly ActualWebhook[],
  slug: string | undefined,
): void {
  const names = new Map<string, string>();
  const faults: Fault[] = [];
  for (const { name, settings } of wanted) {
    const url = settings.url ?? existing.find(({ view }) => view.name === name)?.view.url;
    if (url === undefined) continue;
    const other = names.get(comparableUrl(url));
    if (other === undefined) names.set(comparableUrl(url), name);
    else {
      const path = [...pathOf({ webhook: name, ...(slug !== undefined && { slug }) }), 'url'];
      faults.push({ path, message: `must differ from the URL of the webhook ${other}` });
    }
  }
  if (faults.length > 0) throw new FileRefused(faults);
}
