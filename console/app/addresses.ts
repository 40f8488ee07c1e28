/** The addresses of all screens: what each holds, how it is written and how it is recognised. */
import type { AuditSearch } from '../audit/audit-search.ts';
import type { InboxSearch } from '../inbox/inbox-search.ts';
import type { KeysSearch } from '../keys/keys-search.ts';
import type { PeopleSearch } from '../people/people-search.ts';
import type { WebhookSearch } from '../webhooks/webhook-search.ts';
import { stringifyParams } from './search-params.ts';

/** What stands before every path. */
const BASE = '/console';

type NoSearch = Readonly<Record<string, never>>;

/** What stands behind the question mark of each path; `$name` is one part of the path. */
interface Searches {
  readonly '/forms': NoSearch;
  readonly '/forms/$formId/settings': NoSearch;
  readonly '/forms/$formId/settings/$section': NoSearch;
  readonly '/inbox': InboxSearch;
  readonly '/inbox/$submissionId': InboxSearch;
  readonly '/export': InboxSearch;
  readonly '/webhooks': { readonly form?: string | undefined };
  readonly '/webhooks/$webhookId': WebhookSearch;
  readonly '/usage': NoSearch;
  readonly '/keys': KeysSearch;
  readonly '/people': PeopleSearch;
  readonly '/audit': AuditSearch;
  readonly '/account': NoSearch;
}

export type Path = keyof Searches;

export type Params = Readonly<Record<string, string>>;

type NamesIn<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never;

/** Where a link leads: a path with all its params, and what its screen reads behind the question mark. */
export type Target = {
  readonly [P in Path]: {
    readonly to: P;
    readonly search?: Searches[P];
  } & ([NamesIn<P>] extends [never]
    ? { readonly params?: undefined }
    : { readonly params: Readonly<Record<NamesIn<P>, string>> });
}[Path];

/** The address of a target, from the host on: `/console/inbox/sub_1?tab=all`. */
export function hrefOf(target: {
  readonly to: Path;
  readonly params?: Params | undefined;
  readonly search?: object | undefined;
}): string {
  const { to, params = {}, search = {} } = target;
  const path = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return `${BASE}${path}${stringifyParams(search)}`;
}

/** The path below `/console`, without a slash at the end; the forms are where one begins. */
export function pathIn(pathname: string): string {
  const path = pathname.slice(BASE.length).replace(/\/+$/, '');
  return path === '' ? '/forms' : path;
}

/** The params of a path that follows the pattern; undefined when it does not. */
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
