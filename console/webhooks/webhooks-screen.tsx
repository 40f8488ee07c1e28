/** Lists the webhooks of one form or all forms, with their health and when they started failing. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Plus from 'lucide-react/icons/plus';
import WebhookIcon from 'lucide-react/icons/webhook';
import { formsQuery } from '../api/all-forms.ts';
import { useSearch } from '../app/address-context.ts';
import { navigate } from '../app/current-address.ts';
import { hasDraft } from '../app/drafts.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useMay } from '../app/session.tsx';
import { useShortcuts } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import { EmptyState, Loaded, Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { NEW_WEBHOOK_DRAFT, NewWebhookDialog } from './new-webhook.tsx';
import { HealthChip, titleOf } from './webhook-health.tsx';
import { allWebhooksQuery, type Webhook } from './webhook-queries.ts';
import { webhooksSearch } from './webhook-search.ts';

const ALL_FORMS = 'every';

export function WebhooksScreen() {
  const t = useTexts('webhooks');
  const { form } = useSearch(webhooksSearch);
  const mayWrite = useMay('write');
  const forms = useQuery(formsQuery);
  const [isCreating, setIsCreating] = useState(() => hasDraft(NEW_WEBHOOK_DRAFT));
  useShortcuts(mayWrite ? [{ keys: 'n', label: t.newWebhook, run: () => setIsCreating(true) }] : []);
  return (
    <Page
      title={t.title}
      toolbar={<FormFilter forms={forms.data} form={form} />}
      actions={
        mayWrite && (
          <Button kind="primary" icon={<Plus size={14} aria-hidden />} onPress={() => setIsCreating(true)}>
            {t.newWebhook}
          </Button>
        )
      }
    >
      <Loaded query={forms}>
        {(all) => (
          <WebhookList
            formIds={all.map(({ id }) => id)}
            names={new Map(all.map(({ id, name }) => [id, name]))}
            form={form}
          />
        )}
      </Loaded>
      {isCreating && forms.data && (
        <NewWebhookDialog forms={forms.data} formId={form} onClose={() => setIsCreating(false)} />
      )}
    </Page>
  );
}

/** Renders the filter before the forms are loaded, so that nothing below it moves. */
function FormFilter({
  forms,
  form,
}: {
  forms: readonly { id: string; name: string }[] | undefined;
  form: string | undefined;
}) {
  const t = useTexts('webhooks');
  const listed = forms ?? (form === undefined ? [] : [{ id: form, name: '…' }]);
  return (
    <div className="webhook-filter">
      <Select
        label={t.ofForm}
        isLabelHidden
        isDisabled={forms === undefined}
        value={form ?? ALL_FORMS}
        onChange={(chosen) =>
          void navigate({ to: '/webhooks', search: { form: chosen === ALL_FORMS ? undefined : chosen } })
        }
        options={[
          { value: ALL_FORMS, label: t.everyForm },
          ...listed.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </div>
  );
}

function WebhookList(props: {
  formIds: readonly string[];
  names: ReadonlyMap<string, string>;
  form: string | undefined;
}) {
  const { formIds, names, form } = props;
  const t = useTexts('webhooks');
  const mayWrite = useMay('write');
  const asked = form === undefined ? formIds : formIds.filter((id) => id === form);
  const webhooks = useQuery(allWebhooksQuery(asked));
  return (
    <Loaded query={webhooks} waiting={<Skeleton />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            icon={<WebhookIcon size={20} aria-hidden />}
            title={form === undefined ? t.none : t.noneOfForm}
          >
            {mayWrite ? t.noneText : t.noneViewer}
          </EmptyState>
        ) : (
          <WebhookTable webhooks={all} names={names} />
        )
      }
    </Loaded>
  );
}

function WebhookTable({
  webhooks,
  names,
}: {
  webhooks: readonly Webhook[];
  names: ReadonlyMap<string, string>;
}) {
  const t = useTexts('webhooks');
  const formats = useFormats();
  const columns: Column<Webhook>[] = [
    {
      id: 'name',
      title: t.name,
      cell: (webhook) => (
        <span className="webhook-name">
          <Link to="/webhooks/$webhookId" params={{ webhookId: webhook.id }} className="row-link truncate">
            {titleOf(webhook)}
          </Link>
          <span className="webhook-url soft truncate" title={webhook.url}>
            {webhook.url}
          </span>
        </span>
      ),
    },
    { id: 'state', title: t.state, isTight: true, cell: (webhook) => <HealthChip of={webhook} /> },
    {
      id: 'rate',
      title: t.rate,
      isNumeric: true,
      isMinor: true,
      isTight: true,
      cell: ({ health }) =>
        health.success_rate_24h === null ? <Nothing /> : formats.percent(health.success_rate_24h),
    },
    {
      id: 'since',
      title: t.failingSince,
      isMinor: true,
      isTight: true,
      cell: ({ health }) =>
        health.failing_since === null ? <Nothing /> : <Time at={health.failing_since} style="relative" />,
    },
    {
      id: 'form',
      title: t.ofForm,
      isMinor: true,
      isTight: true,
      cell: ({ form_id }) => (
        <span className="webhook-form truncate">
          {form_id === null ? t.allForms : (names.get(form_id) ?? form_id)}
        </span>
      ),
    },
    {
      id: 'format',
      title: t.format,
      isMinor: true,
      isTight: true,
      cell: ({ format }) => <span className="soft">{t.formats[format]}</span>,
    },
  ];
  return <DataTable label={t.title} rows={webhooks} idOf={({ id }) => id} columns={columns} />;
}

const Nothing = () => <span className="soft">–</span>;
