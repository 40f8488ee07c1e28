/** Defines the URLs and query parameters of all screens, and builds and parses these URLs. */
import type { AppsSearch } from '../apps/apps-search.ts';
import type { AuditSearch } from '../audit/audit-search.ts';
import type { DataRequestsSearch } from '../data-requests/data-requests-search.ts';
import type { ImportSearch } from '../imports/import-search.ts';
import type { InboxSearch } from '../inbox/inbox-search.ts';
import type { KeysSearch } from '../keys/keys-search.ts';
import type { PeopleSearch } from '../people/people-search.ts';
import type { WebhookSearch, WebhooksSearch } from '../webhooks/webhook-search.ts';
import { stringifyParams } from './search-params.ts';

const BASE = '/console';

type NoSearch = Readonly<Record<string, never>>;

/** Query parameters of each screen, keyed by path pattern. `$name` is a placeholder for one path segment. */
interface Searches {
  readonly '/forms': NoSearch;
  readonly '/forms/$formId/settings': NoSearch;
  readonly '/forms/$formId/settings/$section': NoSearch;
  readonly '/forms/$formId/import': ImportSearch;
  readonly '/inbox': InboxSearch;
  readonly '/inbox/$submissionId': InboxSearch;
  readonly '/export': InboxSearch;
  readonly '/webhooks': WebhooksSearch;
  readonly '/webhooks/$webhookId': WebhookSearch;
  readonly '/usage': NoSearch;
  readonly '/keys': KeysSearch;
  readonly '/apps': AppsSearch;
  readonly '/people': PeopleSearch;
  readonly '/audit': AuditSearch;
  readonly '/account': NoSearch;
  readonly '/data-requests': DataRequestsSearch;
  readonly '/data-requests/$requestId': NoSearch;
}

export type Path = keyof Searches;

export type Params = Readonly<Record<string, string>>;

type NamesIn<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never;

/** A link target: a path, its path parameters, and the screen's query parameters. */
export type Target = {
  readonly [P in Path]: {
    readonly to: P;
    readonly search?: Searches[P];
  } & ([NamesIn<P>] extends [never]
    ? { readonly params?: undefined }
    : { readonly params: Readonly<Record<NamesIn<P>, string>> });
}[Path];

/** Returns a target's URL without the origin: `/console/inbox/sub_1?tab=all`. */
export function hrefOf(target: {
  readonly to: Path;
  readonly params?: Params | undefined;
  readonly search?: object | undefined;
}): string {
  const { to, params = {}, search = {} } = target;
  const path = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return `${BASE}${path}${stringifyParams(search)}`;
}

/**
 * Returns the part of the path after `/console`, without a trailing slash. For the start page, returns the
 * path of the forms list.
 */
export function pathIn(pathname: string): string {
  const path = pathname.slice(BASE.length).replace(/\/+$/, '');
  return path === '' ? '/forms' : path;
}

/** Returns the parameters of a path that matches the pattern, or undefined if it doesn't match. */
export function paramsIn(path: string, pattern: string): Params | undefined {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  if (parts.length !== wanted.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of wanted.entries()) {
    const part = parts[index] ?? '';
    if (!name.startsWith('$')) {
      if (part !== name) return undefined;
    } else {
      const text = decoded(part);
      if (text === undefined || text === '') return undefined;
      params[name.slice(1)] = text;
    }
  }
  return params;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
