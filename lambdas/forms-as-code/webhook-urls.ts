/**
 * Prevents webhooks of a form or account from having the same URL, even for a moment, because the API would
 * reject this.
 */
import type { Actual, ActualWebhook } from './actual-state.ts';
import { FileRefused, type Fault } from './file-fault.ts';
import type { DesiredWebhook } from './forms-file.ts';
import { pathOf, type CreateStep, type Step, type UpdateStep } from './step.ts';

/** Normalizes a URL for comparisons. Returns a string that isn't a URL unchanged. */
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

type WebhookStep = CreateStep | UpdateStep;

const urlIn = ({ body }: WebhookStep): string | undefined =>
  typeof body['url'] === 'string' ? comparableUrl(body['url']) : undefined;

/**
 * Orders the steps for an owner's webhooks so that each URL is released before another webhook gets it. If
 * webhooks swap their URLs, this isn't possible.
 */
export function inUrlOrder(steps: readonly WebhookStep[], existing: readonly ActualWebhook[]): WebhookStep[] {
  const waiting = [...steps];
  const ordered: WebhookStep[] = [];
  const urls = new Map(existing.map(({ view }) => [view.id, comparableUrl(view.url)]));
  /** Returns true if another webhook still has the URL and a later step changes that webhook's URL. */
  const mustWait = (step: WebhookStep): boolean =>
    waiting.some(
      (other) =>
        other !== step &&
        other.action === 'update' &&
        urlIn(other) !== undefined &&
        urls.get(other.id) === urlIn(step),
    );
  while (waiting.length > 0) {
    const index = waiting.findIndex((step) => urlIn(step) === undefined || !mustWait(step));
    ordered.push(...waiting.splice(Math.max(index, 0), 1));
  }
  return ordered;
}

/** Finds steps that would set a URL while another webhook of the form or account has it. */
export function takenUrls(steps: readonly Step[], { forms, webhooks }: Actual): Fault[] {
  const faults: Fault[] = [];
  const bySlug = new Map([
    [undefined, urlsOf(webhooks)],
    ...forms.map(({ view, webhooks: own }) => [view.slug, urlsOf(own)] as const),
  ]);
  for (const step of steps) {
    if (step.webhook === undefined) continue;
    const urls = bySlug.get(step.slug) ?? new Map<string, NamedUrl>();
    bySlug.set(step.slug, urls);
    if (step.action === 'delete') {
      urls.delete(step.id);
      continue;
    }
    const url = urlIn(step);
    if (url === undefined) continue;
    const id = step.action === 'create' ? step.target : step.id;
    const other = [...urls].find(([key, one]) => key !== id && one.url === url);
    if (other) {
      const message = `is still the URL of the webhook ${other[1].name}; give that webhook another URL first, or delete it`;
      faults.push({ path: [...pathOf(step), 'url'], message });
    }
    urls.set(id, { url, name: step.webhook });
  }
  return faults;
}

interface NamedUrl {
  readonly url: string;
  readonly name: string;
}

const urlsOf = (webhooks: readonly ActualWebhook[]): Map<string, NamedUrl> =>
  new Map(
    webhooks.map(({ view }) => [view.id, { url: comparableUrl(view.url), name: view.name ?? view.id }]),
  );
