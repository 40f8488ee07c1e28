/** Lists the account's data requests. Owners can start new requests. */
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import UserSearch from 'lucide-react/icons/user-search';
import { useSearch } from '../app/address-context.ts';
import { navigate } from '../app/current-address.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useMay } from '../app/session.tsx';
import { useShortcuts } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { dataRequestsQuery, statusTones, type DataRequest } from './data-request-query.ts';
import { dataRequestsSearch } from './data-requests-search.ts';
import { NewDataRequest } from './new-data-request.tsx';

export function DataRequestsScreen() {
  const t = useTexts('dataRequests');
  const mayAdmin = useMay('admin');
  const search = useSearch(dataRequestsSearch);
  const setCreating = (isOn: boolean): void =>
    void navigate({ to: '/data-requests', search: { new: isOn ? 'yes' : undefined }, replace: true });
  useShortcuts(mayAdmin ? [{ keys: 'n', label: t.newRequest, run: () => setCreating(true) }] : []);
  return (
    <Page
      title={t.title}
      actions={
        mayAdmin && (
          <Button kind="primary" icon={<Plus size={14} aria-hidden />} onPress={() => setCreating(true)}>
            {t.newRequest}
          </Button>
        )
      }
    >
      {mayAdmin ? (
        <Requests onCreate={() => setCreating(true)} />
      ) : (
        <EmptyState title={t.ownersOnly}>{t.ownersOnlyText}</EmptyState>
      )}
      {mayAdmin && search.new !== undefined && (
        <NewDataRequest email={search.email ?? ''} onClose={() => setCreating(false)} />
      )}
    </Page>
  );
}

function Requests({ onCreate }: { onCreate: () => void }) {
  const t = useTexts('dataRequests');
  return (
    <Loaded query={useQuery(dataRequestsQuery)}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            icon={<UserSearch size={20} aria-hidden />}
            title={t.none}
            action={<Button onPress={onCreate}>{t.newRequest}</Button>}
          >
            {t.noneText}
          </EmptyState>
        ) : (
          <RequestTable requests={all} />
        )
      }
    </Loaded>
  );
}

function RequestTable({ requests }: { requests: readonly DataRequest[] }) {
  const t = useTexts('dataRequests');
  const formats = useFormats();
  const columns: Column<DataRequest>[] = [
    { id: 'person', title: t.person, cell: (request) => <Person of={request} /> },
    {
      id: 'status',
      title: t.status,
      isTight: true,
      cell: ({ status }) => <Chip tone={statusTones[status]}>{t.statuses[status]}</Chip>,
    },
    {
      id: 'found',
      title: t.found,
      isNumeric: true,
      isMinor: true,
      isTight: true,
      cell: ({ counts }) => formats.number(counts.submissions),
    },
    {
      id: 'created',
      title: t.created,
      isMinor: true,
      isTight: true,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
  return <DataTable label={t.title} rows={requests} idOf={({ id }) => id} columns={columns} />;
}

function Person({ of }: { of: DataRequest }) {
  const t = useTexts('dataRequests');
  const name = personOf(of);
  return (
    <span className="data-request-person">
      <Link to="/data-requests/$requestId" params={{ requestId: of.id }} className="quiet-link truncate">
        {name ?? t.removedPerson}
      </Link>
      <span className="soft">{t.kinds[of.kind]}</span>
    </span>
  );
}

/**
 * Returns the e-mail address or words that a data request searches for, or undefined once the service has
 * removed them.
 */
export function personOf({ email, terms }: DataRequest): string | undefined {
  return email ?? terms?.join(', ') ?? undefined;
}
