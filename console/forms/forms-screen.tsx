/** Lists the forms with their status, activity in the last 30 days, unread submissions and problems. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import { formCountsQuery } from '../api/all-forms.ts';
import type { Schema } from '../api/api-client.ts';
import { navigate } from '../app/current-address.ts';
import { hasDraft } from '../app/drafts.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useMay } from '../app/session.tsx';
import { useShortcuts } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { SearchedRows } from '../ui/searched-rows.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import { QuotaBanner } from '../usage/quota-banner.tsx';
import { FormName, FormTrend } from './form-row.tsx';
import { NEW_FORM_DRAFT, NewFormDialog, NewFormFields } from './new-form.tsx';

type Form = Schema<'Form'> & { readonly counts?: { readonly unread: number; readonly spam_30d: number } };

export function FormsScreen() {
  const t = useTexts('forms');
  const mayWrite = useMay('write');
  const forms = useQuery(formCountsQuery);
  const [isCreating, setIsCreating] = useState(() => hasDraft(NEW_FORM_DRAFT));
  useShortcuts(mayWrite ? [{ keys: 'n', label: t.newForm, run: () => setIsCreating(true) }] : []);
  const [first] = forms.data ?? [];
  const onCreated = (form: Form): void => {
    setIsCreating(false);
    toast({ text: t.created(form.name) });
    void navigate({ to: '/forms/$formId/settings', params: { formId: form.id } });
  };
  return (
    <Page
      title={t.title}
      actions={
        mayWrite &&
        first && (
          <Button kind="primary" icon={<Plus size={14} aria-hidden />} onPress={() => setIsCreating(true)}>
            {t.newForm}
          </Button>
        )
      }
    >
      <QuotaBanner />
      <Loaded query={forms}>
        {(all) => (
          <>
            {all.length > 0 && <FormList forms={all} />}
            {all.length === 0 && !mayWrite && <EmptyState title={t.noForms}>{t.noFormsViewer}</EmptyState>}
            {all.length === 0 && mayWrite && (
              <div className="first-form">
                <h2>{t.firstTitle}</h2>
                <p className="soft">{t.firstText}</p>
                <NewFormFields onCreated={onCreated} />
              </div>
            )}
          </>
        )}
      </Loaded>
      {isCreating && first && <NewFormDialog onClose={() => setIsCreating(false)} onCreated={onCreated} />}
    </Page>
  );
}

function FormList({ forms }: { forms: readonly Form[] }) {
  const t = useTexts('forms');
  const formats = useFormats();
  const columns: Column<Form>[] = [
    {
      id: 'name',
      title: t.name,
      cell: (form) => <FormName form={form} />,
    },
    {
      id: 'trend',
      title: t.last30,
      isMinor: true,
      isTight: true,
      cell: ({ id }) => <FormTrend formId={id} />,
    },
    {
      id: 'unread',
      title: t.unread,
      isNumeric: true,
      isTight: true,
      cell: ({ counts }) =>
        counts.unread > 0 ? (
          <strong className="unread-count">{formats.number(counts.unread)}</strong>
        ) : (
          <Nothing />
        ),
    },
    {
      id: 'spam',
      title: t.spam,
      isNumeric: true,
      isMinor: true,
      isTight: true,
      cell: ({ id, counts }) =>
        counts.spam_30d > 0 ? (
          <Link to="/inbox" search={{ form: id, tab: 'spam' }} className="quiet-link">
            {formats.number(counts.spam_30d)}
          </Link>
        ) : (
          <Nothing />
        ),
    },
    {
      id: 'actions',
      title: t.columnActions,
      isTitleHidden: true,
      isTight: true,
      cell: (form) => <FormMenu form={form} />,
    },
  ];
  return (
    <SearchedRows rows={forms} textOf={({ name }) => name} label={t.filter} noMatch={t.noMatch}>
      {(shown) => <DataTable label={t.title} rows={shown} idOf={({ id }) => id} columns={columns} />}
    </SearchedRows>
  );
}

const Nothing = () => <span className="soft">–</span>;

function FormMenu({ form }: { form: Form }) {
  const t = useTexts('forms');
  const imports = useTexts('imports');
  const mayWrite = useMay('write');
  return (
    <Menu
      label={t.actionsOf(form.name)}
      trigger={
        <IconButton isSmall label={t.actionsOf(form.name)} icon={<Ellipsis size={16} aria-hidden />} />
      }
    >
      <MenuItem onAction={() => void navigate({ to: '/inbox', search: { form: form.id } })}>
        {t.openInbox}
      </MenuItem>
      <MenuItem
        onAction={() => void navigate({ to: '/forms/$formId/settings', params: { formId: form.id } })}
      >
        {t.settings}
      </MenuItem>
      <MenuItem
        onAction={() =>
          void navigate({
            to: '/forms/$formId/settings/$section',
            params: { formId: form.id, section: 'share' },
          })
        }
      >
        {t.share}
      </MenuItem>
      <MenuItem onAction={() => void navigate({ to: '/webhooks', search: { form: form.id } })}>
        {t.webhooks}
      </MenuItem>
      <MenuItem onAction={() => void navigator.clipboard.writeText(`${location.origin}/v1/f/${form.slug}`)}>
        {t.copyAddress}
      </MenuItem>
      {mayWrite && (
        <MenuItem
          onAction={() => void navigate({ to: '/forms/$formId/import', params: { formId: form.id } })}
        >
          {imports.title}
        </MenuItem>
      )}
    </Menu>
  );
}
