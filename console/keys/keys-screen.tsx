/** Shows the API keys with their permissions, last use and expiry. Keys can be created and revoked here. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import { useSearch } from '../app/address-context.ts';
import { navigate } from '../app/current-address.ts';
import { useFormats } from '../app/formats.ts';
import { useMay } from '../app/session.tsx';
import { useShortcuts } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { SearchedRows } from '../ui/searched-rows.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { allMembersQuery, nameOfMember } from '../people/all-members.ts';
import { allKeysQuery, stateOfKey, type ApiKey } from './all-keys.ts';
import { keysSearch } from './keys-search.ts';
import { NewKeyDialog } from './new-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RollKey } from './roll-key.tsx';

export function KeysScreen() {
  const t = useTexts('keys');
  const mayAdmin = useMay('admin');
  const isCreating = useSearch(keysSearch).new !== undefined;
  const setIsMinting = (isOn: boolean): void =>
    void navigate({ to: '/keys', search: { new: isOn ? 'yes' : undefined }, replace: true });
  useShortcuts(mayAdmin ? [{ keys: 'n', label: t.newKey, run: () => setIsMinting(true) }] : []);
  return (
    <Page
      title={t.title}
      actions={
        mayAdmin && (
          <Button kind="primary" icon={<Plus size={14} aria-hidden />} onPress={() => setIsMinting(true)}>
            {t.newKey}
          </Button>
        )
      }
    >
      {mayAdmin ? (
        <Keys onMint={() => setIsMinting(true)} />
      ) : (
        <EmptyState title={t.ownersOnly}>{t.ownersOnlyText}</EmptyState>
      )}
      {mayAdmin && isCreating && <NewKeyDialog onClose={() => setIsMinting(false)} />}
    </Page>
  );
}

function Keys({ onMint }: { onMint: () => void }) {
  const t = useTexts('keys');
  const keys = useQuery(allKeysQuery);
  return (
    <Loaded query={keys}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            icon={<KeyRound size={20} aria-hidden />}
            title={t.none}
            action={<Button onPress={onMint}>{t.newKey}</Button>}
          >
            {t.noneText}
          </EmptyState>
        ) : (
          <KeyTable keys={all} />
        )
      }
    </Loaded>
  );
}

function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const t = useTexts('keys');
  const [showsEnded, setShowsEnded] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  const [rolled, setRolled] = useState<ApiKey>();
  const members = useQuery(allMembersQuery);
  const nameOf = new Map([
    ...keys.map(({ id, name }) => [id, name] as const),
    ...(members.data ?? []).map((member) => [member.id, nameOfMember(member)] as const),
  ]);
  const ended = keys.filter((key) => stateOfKey(key) !== 'live');
  const shown = showsEnded ? keys : keys.filter((key) => stateOfKey(key) === 'live');
  const columns: Column<ApiKey>[] = [
    {
      id: 'name',
      title: t.name,
      cell: (key) => (
        <span className="key-name">
          <span className="truncate" title={key.name}>
            {key.name}
          </span>
          <code className="key-prefix">{key.prefix}…</code>
          <span className="key-below">
            <Scopes of={key} />
          </span>
          <span className="key-below soft">
            {t.lastUsed}: <LastUse of={key} /> · {t.expires}: <End of={key} />
          </span>
        </span>
      ),
    },
    { id: 'scopes', title: t.permissions, isMinor: true, cell: (key) => <Scopes of={key} /> },
    {
      id: 'used',
      title: t.lastUsed,
      isMinor: true,
      isTight: true,
      cell: (key) => <LastUse of={key} />,
    },
    { id: 'ends', title: t.expires, isMinor: true, isTight: true, cell: (key) => <End of={key} /> },
    {
      id: 'made',
      title: t.created,
      isMinor: true,
      isTight: true,
      cell: ({ created_at, created_by }) => (
        <span className="key-origin">
          <Time at={created_at} />
          <span className="soft truncate">
            {created_by === null ? t.byOperator : (nameOf.get(created_by) ?? t.byMember)}
          </span>
        </span>
      ),
    },
    {
      id: 'actions',
      title: t.actions,
      isTitleHidden: true,
      isTight: true,
      cell: (key) =>
        stateOfKey(key) === 'live' && (
          <span className="key-actions">
            {key.replaced_by === null && (
              <Button isSmall kind="quiet" aria-label={t.rollNamed(key.name)} onPress={() => setRolled(key)}>
                {t.roll}
              </Button>
            )}
            <Button isSmall kind="quiet" aria-label={t.revokeNamed(key.name)} onPress={() => setRevoked(key)}>
              {t.revoke}
            </Button>
          </span>
        ),
    },
  ];
  return (
    <>
      <div className="keys">
        <SearchedRows
          rows={shown}
          textOf={({ name, prefix }) => `${name} ${prefix}`}
          label={t.find}
          noMatch={t.noMatch}
        >
          {(found) => <DataTable label={t.title} rows={found} idOf={({ id }) => id} columns={columns} />}
        </SearchedRows>
      </div>
      {ended.length > 0 && (
        <div className="keys-ended">
          <Button kind="quiet" isSmall onPress={() => setShowsEnded(!showsEnded)} aria-expanded={showsEnded}>
            {showsEnded ? t.hideEnded : t.showEnded(ended.length)}
          </Button>
        </div>
      )}
      {rolled && <RollKey of={rolled} onClose={() => setRolled(undefined)} />}
      {revoked && <RevokeKey of={revoked} all={keys} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

function Scopes({ of }: { of: ApiKey }) {
  const t = useTexts('keys');
  if (of.type === 'submission') return <Chip>{t.scope.ingest}</Chip>;
  const isWhole = of.scopes.length === Object.keys(t.scope).length;
  return (
    <span className="key-scopes">
      {isWhole ? (
        <Chip tone="warn">{t.everything}</Chip>
      ) : (
        of.scopes.map((scope) => <Chip key={scope}>{t.scope[scope]}</Chip>)
      )}
    </span>
  );
}

function LastUse({ of }: { of: ApiKey }) {
  const t = useTexts('keys');
  if (of.last_used_at === null) return <span className="soft">{t.never}</span>;
  return <Time at={of.last_used_at} style="relative" />;
}

function End({ of }: { of: ApiKey }) {
  const t = useTexts('keys');
  const formats = useFormats();
  const { revoked_at, expires_at } = of;
  if (revoked_at !== null) return <Chip tone="bad">{t.revokedAt(formats.date(revoked_at))}</Chip>;
  if (expires_at === null) return <span className="soft">{t.doesNotEnd}</span>;
  if (stateOfKey(of) === 'expired') return <Chip tone="bad">{t.expiredAt(formats.date(expires_at))}</Chip>;
  return (
    <>
      {of.replaced_by !== null && <Chip tone="warn">{t.rolled}</Chip>}{' '}
      <Time at={expires_at} style="relative" />
    </>
  );
}
