/** Compares a webhook in the file with the stored webhook. Uses the API's own rules to apply the file. */
import { assertEventsAllowed } from '../webhooks/events/asked-events.ts';
import { assertHeadersStay } from '../webhooks/own-headers.ts';
import { newWebhook, toWebhookView, webhookInput } from '../webhooks/webhook.ts';
import { checkPlainly } from '../core/errors/plain-issues.ts';
import type { ActualWebhook } from './actual-state.ts';
import { isSame } from './actual-state.ts';
import { changesOf, settingsOfNew } from './changed-settings.ts';
import { NEW_FORM, noRandom } from './defaults.ts';
import { FileRefused, type FilePath } from './file-fault.ts';
import { asFault, type IsRotated } from './form-difference.ts';
import type { DesiredWebhook, Members } from './forms-file.ts';
import { pathOf, targetOf, type Change, type CreateStep, type UpdateStep } from './step.ts';

const isHeader = (path: FilePath): boolean => path[0] === 'headers' && path.length === 2;

/** The form or account that owns the webhook. */
export interface Owner {
  /** Slug of the form. Undefined for an account-wide webhook. */
  readonly slug: string | undefined;
  /** Id of the form or account. For a form that doesn't exist yet, this can be any form id. */
  readonly id: string;
}

const placeOf = (slug: string | undefined, webhook: string) => ({
  target: targetOf(slug, webhook),
  webhook,
  ...(slug !== undefined && { slug }),
});

/**
 * Returns the step that creates a webhook.
 * @throws FileRefused if the API would reject it
 */
export function webhookCreationOf({ name, members, settings }: DesiredWebhook, owner: Owner): CreateStep {
  const place = placeOf(owner.slug, name);
  const path = pathOf(place);
  const { enabled = true, ...rest } = members;
  const body = { name, ...rest };
  const checked = checkPlainly(webhookInput, body);
  if (!checked.success)
    throw new FileRefused(
      checked.issues.map((issue) => ({ path: [...path, ...issue.path.map(String)], message: issue.message })),
    );
  asFault(path, () => assertEventsAllowed(owner.id, settings.events));
  return {
    action: 'create',
    ...place,
    body,
    // Disable the webhook in a second request, because the API always creates webhooks enabled.
    ...(enabled === false && { then: { enabled } }),
    // Use the headers from `settings`, whose names are in lowercase, as the service stores them.
    changes: settingsOfNew(
      { ...members, ...(settings.headers && { headers: settings.headers }) },
      [],
      isHeader,
    ),
  };
}

/**
 * Returns the step that changes a webhook, or undefined if nothing would change.
 * @throws FileRefused if the API would reject the change
 */
export function webhookChangeOf(
  { name, members, settings }: DesiredWebhook,
  { view, etag }: ActualWebhook,
  { owner, isRotated }: { readonly owner: Owner; readonly isRotated: IsRotated },
): UpdateStep | undefined {
  const place = placeOf(owner.slug, name);
  const path = pathOf(place);
  asFault(path, () => assertEventsAllowed(owner.id, settings.events));
  const wanted = shownAfter(view, settings);
  const shown: Members = view;
  const changes = Object.keys(members)
    .filter((member) => member !== 'headers')
    .flatMap((member) => changesOf(shown[member], wanted[member], [member]));
  const isMoved = settings.url !== undefined && originOf(settings.url) !== originOf(view.url);
  const headers = headerChanges(settings.headers, view.header_names, {
    isRotated: (header) => isRotated(`${place.target}.headers.${header}`),
    isMoved,
  });
  const all = [...changes, ...headers];
  if (all.length === 0) return undefined;
  if (isMoved && settings.headers === undefined)
    asFault(path, () => assertHeadersStay(view, settings.url ?? view.url));
  const names = new Set(all.map(({ path: [member] }) => member));
  const body = Object.fromEntries(Object.entries(members).filter(([member]) => names.has(member)));
  return { action: 'update', ...place, id: view.id, etag, body, changes: all };
}

/** Returns the webhook's settings as a response would show them after the change. */
function shownAfter(view: ActualWebhook['view'], settings: DesiredWebhook['settings']): Members {
  const { url, format, filter, auto_recover, events } = view;
  const { headers: _, signing = view.signing, enabled = view.enabled, ...changed } = settings;
  const input = { url, format, filter, auto_recover, events, ...definedIn(changed) };
  // `newWebhook` applies all rules for stored settings. It doesn't need random keys, because only the
  // settings are compared.
  const after = newWebhook({ account_id: '', owner_id: NEW_FORM }, input, 0, noRandom);
  return { ...toWebhookView(after, null, 0), signing, enabled };
}

const definedIn = <Of extends object>(of: Of): { [Name in keyof Of]: Exclude<Of[Name], undefined> } =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Of]: Exclude<Of[Name], undefined>;
  };

/**
 * Returns the headers to change. Header values can't be read back, so they only change if header names or the
 * URL's origin change, or if they are rotated. Requests always contain all headers, because the API replaces
 * the whole list.
 */
function headerChanges(
  headers: DesiredWebhook['settings']['headers'],
  stored: readonly string[],
  { isRotated, isMoved }: { readonly isRotated: IsRotated; readonly isMoved: boolean },
): Change[] {
  if (headers === undefined) return [];
  const names = Object.keys(headers).toSorted();
  if (!isSame(names, stored)) {
    const all = [...new Set([...names, ...stored])].toSorted();
    const differing = all.filter((name) => names.includes(name) !== stored.includes(name));
    return differing.map((name) => ({ path: ['headers', name], isSecret: true }));
  }
  return names
    .filter((name) => isMoved || isRotated(name))
    .map((name) => ({ path: ['headers', name], isSecret: true }));
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);
