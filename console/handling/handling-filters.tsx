/** Shows the filters for assignee and label. Removes filters with labels or members that no longer exist. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMe } from '../app/session.tsx';
import type { InboxSearch } from '../inbox/inbox-search.ts';
import { useTexts } from '../texts/texts.tsx';
import { Select } from '../ui/select.tsx';
import { assigneesQuery, labelsQuery } from './handling-query.ts';

const ANY = 'any';

/** Removes filters with a deleted label or a former member from the URL, because the service rejects them. */
export function useLiveFilters(
  { assignee, label }: InboxSearch,
  change: (changed: Partial<InboxSearch>) => void,
): void {
  const { data: labels, isFetching: areLabelsFetching } = useQuery({
    ...labelsQuery,
    enabled: label !== undefined,
  });
  const { data: members, isFetching: areMembersFetching } = useQuery({
    ...assigneesQuery,
    enabled: assignee !== undefined,
  });
  const isLabelGone =
    label !== undefined && !areLabelsFetching && labels?.some(({ id }) => id === label) === false;
  const isMemberGone =
    assignee !== undefined &&
    assignee !== 'me' &&
    assignee !== 'none' &&
    !areMembersFetching &&
    members?.some(({ id }) => id === assignee) === false;
  useEffect(() => {
    if (isLabelGone || isMemberGone)
      change({ ...(isLabelGone && { label: undefined }), ...(isMemberGone && { assignee: undefined }) });
  });
}

export function HandlingFilters(props: {
  search: InboxSearch;
  change: (changed: Partial<InboxSearch>) => void;
}) {
  const { search, change } = props;
  const t = useTexts('handling');
  const me = useMe();
  const { data: members = [] } = useQuery(assigneesQuery);
  const { data: labels = [] } = useQuery(labelsQuery);
  return (
    <>
      {search.tab !== 'mine' && (
        <Select
          label={t.assignee}
          value={search.assignee ?? ANY}
          onChange={(assignee) => change({ assignee: assignee === ANY ? undefined : assignee })}
          options={[
            { value: ANY, label: t.anyone },
            ...(me.member ? [{ value: 'me', label: t.me(me.name) }] : []),
            { value: 'none', label: t.nobody },
            ...members.filter(({ id }) => id !== me.id).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {labels.length > 0 && (
        <Select
          label={t.label}
          value={search.label ?? ANY}
          onChange={(label) => change({ label: label === ANY ? undefined : label })}
          options={[
            { value: ANY, label: t.anyLabel },
            ...labels.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </>
  );
}
