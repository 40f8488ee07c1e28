/** Shows the account's apps. Owners can register, edit and delete them, and rotate their secrets. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Blocks from 'lucide-react/icons/blocks';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import { useSearch } from '../app/address-context.ts';
import { navigate } from '../app/current-address.ts';
import { useFormats } from '../app/formats.ts';
import { useMay } from '../app/session.tsx';
import { useShortcuts } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { allAppsQuery, type App } from './all-apps.ts';
import { appsSearch } from './apps-search.ts';
import { DeleteApp } from './delete-app.tsx';
import { EditApp } from './edit-app.tsx';
import { NewApp } from './new-app.tsx';
import { RotateSecret } from './rotate-secret.tsx';

export function AppsScreen() {
  const t = useTexts('apps');
  const mayAdmin = useMay('admin');
  const isCreating = useSearch(appsSearch).new !== undefined;
  const setCreating = (isOn: boolean): void =>
    void navigate({ to: '/apps', search: { new: isOn ? 'yes' : undefined }, replace: true });
  useShortcuts(mayAdmin ? [{ keys: 'n', label: t.newApp, run: () => setCreating(true) }] : []);
  return (
    <Page
      title={t.title}
      actions={
        mayAdmin && (
          <Button kind="primary" icon={<Plus size={14} aria-hidden />} onPress={() => setCreating(true)}>
            {t.newApp}
          </Button>
        )
      }
    >
      {mayAdmin ? (
        <Apps onCreate={() => setCreating(true)} />
      ) : (
        <EmptyState title={t.ownersOnly}>{t.ownersOnlyText}</EmptyState>
      )}
      {mayAdmin && isCreating && <NewApp onClose={() => setCreating(false)} />}
    </Page>
  );
}

function Apps({ onCreate }: { onCreate: () => void }) {
  const t = useTexts('apps');
  return (
    <Loaded query={useQuery(allAppsQuery)}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            icon={<Blocks size={20} aria-hidden />}
            title={t.none}
            action={<Button onPress={onCreate}>{t.newApp}</Button>}
          >
            {t.noneText}
          </EmptyState>
        ) : (
          <AppTable apps={all} />
        )
      }
    </Loaded>
  );
}

type Question = 'edit' | 'rotate' | 'delete';

function AppTable({ apps }: { apps: readonly App[] }) {
  const t = useTexts('apps');
  const keys = useTexts('keys');
  const [asked, setAsked] = useState<{ app: App; question: Question }>();
  const close = (): void => setAsked(undefined);
  const columns: Column<App>[] = [
    { id: 'app', title: t.app, cell: (app) => <Name of={app} /> },
    {
      id: 'uris',
      title: t.redirectUris,
      isMinor: true,
      cell: ({ redirect_uris: [first = '', ...others] }) => (
        <span className="app-uris" title={[first, ...others].join('\n')}>
          <span className="truncate">{first}</span>
          {others.length > 0 && <span className="soft">{t.moreUris(others.length)}</span>}
        </span>
      ),
    },
    {
      id: 'type',
      title: keys.type,
      isMinor: true,
      isTight: true,
      cell: ({ type }) => <Chip>{t.types[type]}</Chip>,
    },
    {
      id: 'made',
      title: keys.created,
      isMinor: true,
      isTight: true,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      id: 'actions',
      title: keys.actions,
      isTitleHidden: true,
      isTight: true,
      cell: (app) => <AppMenu of={app} onAsk={(question) => setAsked({ app, question })} />,
    },
  ];
  return (
    <>
      <DataTable label={t.title} rows={apps} idOf={({ id }) => id} columns={columns} />
      {asked?.question === 'edit' && <EditApp id={asked.app.id} name={asked.app.name} onClose={close} />}
      {asked?.question === 'rotate' && <RotateSecret of={asked.app} onClose={close} />}
      {asked?.question === 'delete' && <DeleteApp of={asked.app} onClose={close} />}
    </>
  );
}

function Name({ of }: { of: App }) {
  const t = useTexts('apps');
  const formats = useFormats();
  return (
    <span className="app-name">
      <span className="truncate" title={of.name}>
        {of.name}
      </span>
      <span className="app-id">
        <code className="truncate" title={of.id}>
          {of.id}
        </code>
        <CopyButton text={of.id} label={t.copyId} isIcon />
      </span>
      {of.previous_secret_expires_at !== null && (
        <span className="soft">{t.oldUntil(formats.fullTime(of.previous_secret_expires_at))}</span>
      )}
    </span>
  );
}

function AppMenu({ of, onAsk }: { of: App; onAsk: (question: Question) => void }) {
  const t = useTexts('apps');
  const label = t.actionsOf(of.name);
  return (
    <Menu
      label={label}
      trigger={<IconButton isSmall label={label} icon={<Ellipsis size={16} aria-hidden />} />}
    >
      <MenuItem onAction={() => onAsk('edit')}>{t.edit}</MenuItem>
      {of.type === 'confidential' && <MenuItem onAction={() => onAsk('rotate')}>{t.rotate}</MenuItem>}
      <MenuLine />
      <MenuItem isDanger onAction={() => onAsk('delete')}>
        {t.delete}
      </MenuItem>
    </Menu>
  );
}
