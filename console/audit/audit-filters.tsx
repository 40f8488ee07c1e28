/** Filters the audit log. All filters are stored in the URL. */
import { useQuery } from '@tanstack/react-query';
import { navigate } from '../app/current-address.ts';
import { allKeysQuery } from '../keys/all-keys.ts';
import { allMembersQuery, nameOfMember } from '../people/all-members.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import type { Option } from '../ui/choice.tsx';
import { TextField } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { actionName } from './audit-entry.tsx';
import type { AuditRow } from './audit-rows.ts';
import type { AuditSearch } from './audit-search.ts';

const ALL = 'all';
const OPERATOR = 'operator';

export const isFiltered = ({ since, until, actor, action }: AuditSearch): boolean =>
  [since, until, actor, action].some((each) => each !== undefined);

export function AuditFilters({ search, rows }: { search: AuditSearch; rows: readonly AuditRow[] }) {
  const t = useTexts('audit');
  const change = (part: Partial<AuditSearch>): void =>
    void navigate({ to: '/audit', search: { ...search, ...part, cursor: undefined }, replace: true });
  const actions = useActions(search);
  const actors = useActors(search, rows);
  return (
    <div className="audit-tools" role="search" aria-label={t.filters}>
      <Select
        label={t.who}
        isLabelHidden
        value={search.actor ?? ALL}
        onChange={(actor) => change({ actor: actor === ALL ? undefined : actor })}
        options={[{ value: ALL, label: t.everybody }, ...actors]}
      />
      <Select
        label={t.what}
        isLabelHidden
        value={search.action ?? ALL}
        onChange={(action) => change({ action: action === ALL ? undefined : action })}
        options={[{ value: ALL, label: t.everything }, ...actions]}
      />
      <TextField
        label={t.since}
        type="date"
        value={search.since ?? ''}
        onChange={(since) => change({ since: since || undefined })}
      />
      <TextField
        label={t.until}
        type="date"
        value={search.until ?? ''}
        onChange={(until) => change({ until: until || undefined })}
      />
      {isFiltered(search) && (
        <Button kind="quiet" onPress={() => void navigate({ to: '/audit', search: {}, replace: true })}>
          {t.clear}
        </Button>
      )}
    </div>
  );
}

function useActions({ action }: AuditSearch): Option<string>[] {
  const t = useTexts('audit');
  const names = Object.keys(t.did);
  const all = action === undefined || names.includes(action) ? names : [...names, action];
  return all
    .map((value) => ({ value, label: actionName(t.did, value) }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/**
 * Returns the actors to choose from: members, keys and the operator, plus former actors that appear on this
 * page.
 */
function useActors({ actor }: AuditSearch, rows: readonly AuditRow[]): Option<string>[] {
  const t = useTexts('audit');
  const members = useQuery(allMembersQuery);
  const keys = useQuery(allKeysQuery);
  const known = new Map<string, Option<string>>();
  const add = (value: string, label: string, hint: string): void => {
    if (!known.has(value)) known.set(value, { value, label, hint });
  };
  for (const member of members.data ?? []) add(member.id, nameOfMember(member), t.actorType.member);
  for (const key of keys.data ?? []) add(key.id, key.name, t.actorType.key);
  for (const row of rows) add(row.actor.id, row.actor.name, t.actorType[row.actor.type]);
  const { label: operator } = known.get(OPERATOR) ?? {};
  known.set(OPERATOR, {
    value: OPERATOR,
    label: t.actorType.operator,
    ...(operator !== undefined && operator !== OPERATOR && { hint: operator }),
  });
  if (actor !== undefined) add(actor, actor, '');
  return [...known.values()];
}
