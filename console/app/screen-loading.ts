/**
 * Loads each screen when it's first opened. Screens that are used together share a bundle, because small
 * files compress poorly.
 */
import type { ComponentType } from 'react';
import { NoConnection } from '../api/api-error.ts';
import { paramsIn, type Params, type Path } from './addresses.ts';

type Load = () => Promise<ComponentType>;

const daily = () => import('./daily-screens.ts');
const ofForms = () => import('./form-screens.ts');
const ofAccount = () => import('./account-screens.ts');

const inbox: Load = async () => (await daily()).InboxScreen;
const settings: Load = async () => (await ofForms()).SettingsScreen;

const screens: Readonly<Record<Path, Load>> = {
  '/forms': async () => (await daily()).FormsScreen,
  '/forms/$formId/settings': settings,
  '/forms/$formId/settings/$section': settings,
  '/forms/$formId/import': async () => (await ofForms()).ImportScreen,
  '/inbox': inbox,
  '/inbox/$submissionId': inbox,
  '/export': async () => (await ofForms()).ExportScreen,
  '/webhooks': async () => (await ofForms()).WebhooksScreen,
  '/webhooks/$webhookId': async () => (await ofForms()).WebhookScreen,
  '/usage': async () => (await ofAccount()).UsageScreen,
  '/apps': async () => (await ofAccount()).AppsScreen,
  '/keys': async () => (await ofAccount()).KeysScreen,
  '/people': async () => (await ofAccount()).PeopleScreen,
  '/audit': async () => (await ofAccount()).AuditScreen,
  '/account': async () => (await ofAccount()).AccountScreen,
  '/data-requests': async () => (await ofAccount()).DataRequestsScreen,
  '/data-requests/$requestId': async () => (await ofAccount()).DataRequestScreen,
};

const patterns = Object.keys(screens) as readonly Path[];

/**
 * Returns the route pattern that matches a path, and the path parameters. Returns undefined if no screen
 * matches.
 */
export function placeAt(path: string): { readonly path: Path; readonly params: Params } | undefined {
  for (const pattern of patterns) {
    const params = paramsIn(path, pattern);
    if (params) return { path: pattern, params };
  }
  return undefined;
}

const loading = new Map<Load, Promise<ComponentType>>();
const failed = new Set<Load>();
const loaded = new Map<Load, ComponentType>();

/** Returns the screen for a path, or undefined if the screen isn't loaded yet. */
export const loadedScreenOf = (path: Path): ComponentType | undefined => loaded.get(screens[path]);

/**
 * Loads the screen for a path. Returns the same promise each time, even after a failure, until
 * `forgetFailures` is called.
 * @throws NoConnection if the screen's file couldn't be loaded
 */
export function loadScreenOf(path: Path): Promise<ComponentType> {
  const load = screens[path];
  const started = loading.get(load);
  if (started) return started;
  const screen = load().catch((cause: unknown) => {
    failed.add(load);
    return newPageOnce(cause);
  });
  void screen.then(
    (component) => loaded.set(load, component),
    () => undefined,
  );
  loading.set(load, screen);
  return screen;
}

/** Forgets failed loads, so that the next call to `loadScreenOf` requests the files again. */
export function forgetFailures(): void {
  for (const load of failed) loading.delete(load);
  failed.clear();
}

const RELOADED_AT = 'console reloaded at';
const AGAIN_AFTER_MILLISECONDS = 60_000;

/** Preloads the screen for a path. */
export function preload(path: Path): void {
  void loadScreenOf(path).catch(() => undefined);
}

/**
 * Reloads the page, but at most once per minute. After a deployment, the current page may refer to files that
 * no longer exist.
 */
function newPageOnce(cause: unknown): Promise<never> {
  const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
  if (!navigator.onLine || Date.now() - last < AGAIN_AFTER_MILLISECONDS) {
    throw new NoConnection('A console file failed to load', { cause });
  }
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  location.reload();
  return new Promise(() => undefined);
}
