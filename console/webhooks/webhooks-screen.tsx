/**
 * Lists all webhooks that the user can see, with their health and the time when they started failing. The
 * list can be searched and filtered.
 */
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
import { filterSummary } from '../filters/filter-summary.ts';
import { useMay } from '../app/session.tsx';
import { useShortcuts } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { SearchField } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import { EmptyState, Loaded, Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { NEW_WEBHOOK_DRAFT, NewWebhookDialog } from './new-webhook.tsx';
import { matchingWebhooks, pageOfRows, type Listed } from './listed-webhooks.ts';
import { HealthChip, titleOf } from './webhook-health.tsx';
import { allWebhooksQuery, type Webhook } from './webhook-queries.ts';
import { listedStates, webhooksSearch, type WebhooksSearch } from './webhook-search.ts';

const EVERY = 'every';

export function WebhooksScreen() {
  const t = useTexts('webhooks');
  const search = useSearch(webhooksSearch);
  const { form } = search;
  const mayWrite = useMay('write');
  const forms = useQuery(formsQuery);
  const webhooks = useQuery(allWebhooksQuery);
  const [isCreating, setIsCreating] = useState(() => hasDraft(NEW_WEBHOOK_DRAFT));
  useShortcuts(mayWrite ? [{ keys: 'n', label: t.newWebhook, run: () => setIsCreating(true) }] : []);
  return (
    <Page
      title={t.title}
      toolbar={<Filters forms={forms.data} search={search} />}
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
          <Loaded query={webhooks} waiting={<Skeleton />}>
            {(found) => (
              <WebhookList
                all={found}
                names={new Map(all.map(({ id, name }) => [id, name]))}
                search={search}
              />
            )}
          </Loaded>
        )}
      </Loaded>
      {isCreating && forms.data && (
        <NewWebhookDialog forms={forms.data} formId={form} onClose={() => setIsCreating(false)} />
      )}
    </Page>
  );
}

/** Renders the filters even before the forms are loaded, so that nothing below them moves. */
function Filters(props: {
  forms: readonly { id: string; name: string }[] | undefined;
  search: WebhooksSearch;
}) {
  const { forms, search } = props;
  const t = useTexts('webhooks');
  const { form, q, state } = search;
  const listed = forms ?? (form === undefined ? [] : [{ id: form, name: '…' }]);
  const go = (part: Partial<WebhooksSearch>): void =>
    void navigate({ to: '/webhooks', search: { ...search, ...part, page: undefined }, replace: true });
  return (
    <div className="webhook-filter">
      <SearchField label={t.searchWebhooks} value={q ?? ''} onChange={(text) => go({ q: text })} />
      <Select
        label={t.ofForm}
        isLabelHidden
        isDisabled={forms === undefined}
        value={form ?? EVERY}
        onChange={(chosen) => go({ form: chosen === EVERY ? undefined : chosen })}
        options={[
          { value: EVERY, label: t.everyForm },
          ...listed.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select<(typeof listedStates)[number] | typeof EVERY>
        label={t.state}
        isLabelHidden
        value={state ?? EVERY}
        onChange={(chosen) => go({ state: chosen === EVERY ? undefined : chosen })}
        options={[
          { value: EVERY, label: t.anyState },
          ...listedStates.map((value) => ({ value, label: t.health[value] })),
        ]}
      />
    </div>
  );
}

function WebhookList(props: {
  all: readonly Webhook[];
  names: ReadonlyMap<string, string>;
  search: WebhooksSearch;
}) {
  const { all, names, search } = props;
  const t = useTexts('webhooks');
  const mayWrite = useMay('write');
  const nameOf = (id: string | null): string => (id === null ? t.allForms : (names.get(id) ?? id));
  const matching = matchingWebhooks(all, search, nameOf);
  const icon = <WebhookIcon size={20} aria-hidden />;
  if (matching.length > 0) {
    const listed = pageOfRows(matching, search.page);
    return (
      <>
        <WebhookTable webhooks={listed.rows} nameOf={nameOf} />
        <Pages listed={listed} all={matching.length} search={search} />
      </>
    );
  }
  if (all.length > 0 && (search.q !== undefined || search.state !== undefined)) {
    return (
      <EmptyState icon={icon} title={t.noneMatch}>
        {t.noneMatchText}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} title={search.form === undefined ? t.none : t.noneOfForm}>
      {mayWrite ? t.noneText : t.noneViewer}
    </EmptyState>
  );
}

function Pages(props: { listed: Listed<Webhook>; all: number; search: WebhooksSearch }) {
  const { listed, all, search } = props;
  const house = useTexts('house');
  const formats = useFormats();
  const { rows, page, pages, first } = listed;
  if (pages === 1) return null;
  const toPage = (number: number, label: string) => (
    <Link
      to="/webhooks"
      search={{ ...search, page: number === 1 ? undefined : String(number) }}
      className="button secondary small"
    >
      {label}
    </Link>
  );
  return (
    <nav className="inbox-pages" aria-label={house.pages}>
      <span className="soft numeric" role="status">
        {house.rowsOf(formats.number(first), formats.number(first + rows.length - 1), formats.number(all))}
      </span>
      {page > 1 && toPage(page - 1, house.rowsBefore)}
      {page < pages && toPage(page + 1, house.rowsAfter)}
    </nav>
  );
}

function WebhookTable(props: { webhooks: readonly Webhook[]; nameOf: (formId: string | null) => string }) {
  const { webhooks, nameOf } = props;
  const t = useTexts('webhooks');
  const filterTexts = useTexts('filters');
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
      cell: ({ form_id }) => <span className="webhook-form truncate">{nameOf(form_id)}</span>,
    },
    {
      id: 'filter',
      title: filterTexts.title,
      isMinor: true,
      isTight: true,
      cell: ({ filter }) => (filter ? <FilterText text={filterSummary(filter, filterTexts)} /> : <Nothing />),
    },
    {
      id: 'format',
      title: t.format,
      isMinor: true,
      isTight: true,
      cell: ({ kind, format }) => (
        <span className="soft">{kind === 'mcp' ? t.agent : t.formats[format]}</span>
      ),
    },
  ];
  return <DataTable label={t.title} rows={webhooks} idOf={({ id }) => id} columns={columns} />;
}

const Nothing = () => <span className="soft">–</span>;

const FilterText = ({ text }: { text: string }) => (
  <span className="webhook-form soft truncate" title={text}>
    {text}
  </span>
);
