/**
 * Lists the connected agents or apps, and lets the user disconnect them. Owners see everyone's apps. Other
 * members see only their own.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formsQuery, namesOf } from '../api/all-forms.ts';
import { api, fetched } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useFormats } from '../app/formats.ts';
import { allMembersQuery, nameOfMember } from '../people/all-members.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.ts';
import { connectionsQuery, type Connection } from './all-connections.ts';

interface ConnectionsProps {
  /** Agents are the apps that use the MCP endpoint instead of the API. */
  readonly of: 'agents' | 'apps';
  readonly mayAdmin: boolean;
}

export function Connections({ of, mayAdmin }: ConnectionsProps) {
  const t = useTexts('account');
  return (
    <Loaded query={useQuery(connectionsQuery)}>
      {(found) => {
        const all = found.filter(({ resource }) => (resource !== null) === (of === 'agents'));
        if (all.length === 0) return <p className="soft">{of === 'agents' ? t.noAgents : t.noApps}</p>;
        return <ConnectionTable {...{ of, all, mayAdmin }} />;
      }}
    </Loaded>
  );
}

function ConnectionTable({ of, all, mayAdmin }: ConnectionsProps & { all: readonly Connection[] }) {
  const t = useTexts('account');
  const keys = useTexts('keys');
  const people = useTexts('people');
  const formats = useFormats();
  const forms = useQuery(formsQuery);
  const [ending, setEnding] = useState<Connection>();
  const members = useQuery({ ...allMembersQuery, enabled: mayAdmin });
  const nameOf = new Map(members.data?.map((member) => [member.id, nameOfMember(member)]));
  const formsOf = ({ form_ids }: Connection): string => {
    if (form_ids === null) return people.allForms;
    return forms.data ? formats.list(namesOf(form_ids, forms.data)) : people.formCount(form_ids.length);
  };
  const columns: Column<Connection>[] = [
    {
      id: 'app',
      title: t.app,
      cell: (each) => (
        <span className="connection">
          {each.app_name}
          <span className="soft">{formats.list(each.scopes.map((scope) => keys.scope[scope]))}</span>
          <span className="soft">{formsOf(each)}</span>
          {mayAdmin && <span className="soft">{nameOf.get(each.member_id) ?? each.member_id}</span>}
        </span>
      ),
    },
    {
      id: 'made',
      title: keys.created,
      isMinor: true,
      isTight: true,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      id: 'used',
      title: keys.lastUsed,
      isMinor: true,
      isTight: true,
      cell: ({ last_used_at }) => <Time at={last_used_at} style="relative" />,
    },
    {
      id: 'actions',
      title: keys.actions,
      isTitleHidden: true,
      isTight: true,
      cell: (each) => (
        <Button
          isSmall
          kind="quiet"
          aria-label={t.disconnectNamed(each.app_name)}
          onPress={() => setEnding(each)}
        >
          {t.disconnect}
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        label={of === 'agents' ? t.agents : t.apps}
        rows={all}
        idOf={({ id }) => id}
        columns={columns}
      />
      {ending && <EndConnection of={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

function EndConnection({ of: { id, app_name }, onClose }: { of: Connection; onClose: () => void }) {
  const t = useTexts('account');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const end = useMutation({
    mutationFn: () => fetched(api.DELETE('/v1/connections/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      toast({ text: t.disconnected(app_name) });
      onClose();
    },
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['connections'] }),
  });
  return (
    <Confirm
      title={t.disconnectTitle(app_name)}
      text={<p>{t.disconnectText}</p>}
      confirm={t.disconnect}
      isOpen
      isBusy={end.isPending}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    />
  );
}
