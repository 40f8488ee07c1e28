/**
 * Lists a webhook's deliveries with filters and pagination. The selected delivery opens next to the list.
 * Several deliveries can be selected and resent together.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import type { Selection } from 'react-aria-components/Table';
import { useSearch } from '../app/address-context.ts';
import { navigate } from '../app/current-address.ts';
import { Link } from '../app/link.tsx';
import { useMay } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { areReplaying, forgetReplays, isDone, replaySeveral, useReplays } from './replay-several.ts';
import { deliveriesQuery, readAgain } from './webhook-queries.ts';
import { deliveryStates, spans, webhookSearch, type WebhookSearch } from './webhook-search.ts';

const NOTHING: Selection = new Set<string>();
const ANY = 'any';

export function Deliveries({ webhookId }: { webhookId: string }) {
  const t = useTexts('webhooks');
  const house = useTexts('house');
  const search = useSearch(webhookSearch);
  const mayWrite = useMay('write');
  const page = useQuery(deliveriesQuery(webhookId, search));
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const go = (part: Partial<WebhookSearch>): void =>
    void navigate({ to: '/webhooks/$webhookId', params: { webhookId }, search: { ...search, ...part } });
  const rows = page.data?.data ?? [];
  const selected = rows.filter(({ id }) => selection === 'all' || selection.has(id));
  const next = page.data?.next_cursor ?? undefined;
  const isFiltered = search.status !== undefined || search.since !== undefined;
  const toPage = (cursor: string | undefined, label: string) => (
    <Link
      to="/webhooks/$webhookId"
      params={{ webhookId }}
      search={{ ...search, cursor }}
      className="button secondary small"
    >
      {label}
    </Link>
  );
  return (
    <section className="deliveries" aria-label={t.deliveries}>
      <header className="deliveries-head">
        <h2>{t.deliveries}</h2>
        <Select
          label={t.state}
          isLabelHidden
          value={search.status ?? ANY}
          onChange={(status) => go({ status: status === ANY ? undefined : status, cursor: undefined })}
          options={[
            { value: ANY, label: t.anyStatus },
            ...deliveryStates.map((value) => ({ value, label: t.statuses[value] })),
          ]}
        />
        <Select
          label={t.span}
          isLabelHidden
          value={search.since ?? ANY}
          onChange={(since) => go({ since: since === ANY ? undefined : since, cursor: undefined })}
          options={[
            { value: ANY, label: t.anyTime },
            ...spans.map((value) => ({ value, label: t.spans[value] })),
          ]}
        />
      </header>
      <Loaded query={page}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={isFiltered ? t.noMatch : t.noDeliveries}>
              {isFiltered ? t.noMatchText : t.noDeliveriesText}
            </EmptyState>
          ) : (
            <DeliveryTable
              rows={data}
              maySelect={mayWrite}
              selected={selection}
              onSelect={setSelection}
              onOpen={(delivery) => go({ delivery })}
            />
          )
        }
      </Loaded>
      {(search.cursor !== undefined || next !== undefined) && (
        <nav className="inbox-pages" aria-label={t.deliveries}>
          {search.cursor !== undefined && toPage(undefined, house.previousPage)}
          {next !== undefined && toPage(next, house.nextPage)}
        </nav>
      )}
      <ReplayBar
        webhookId={webhookId}
        selected={selected.map(({ id }) => id)}
        onClear={() => setSelection(NOTHING)}
      />
      {search.delivery !== undefined && (
        <DeliveryDrawer id={search.delivery} onClose={() => go({ delivery: undefined })} />
      )}
    </section>
  );
}

/** Shows the number of selected deliveries, and the progress of resending them, in a bar below the list. */
function ReplayBar(props: { webhookId: string; selected: readonly string[]; onClear: () => void }) {
  const { webhookId, selected, onClear } = props;
  const t = useTexts('webhooks');
  const house = useTexts('house');
  const queries = useQueryClient();
  const replays = useReplays(webhookId);
  if (replays) {
    const { total, succeeded, failed } = replays;
    return (
      <div className="bulk-bar" role="status">
        <span className="bulk-count numeric">
          {isDone(replays)
            ? [t.replayDone(succeeded), ...(failed > 0 ? [t.replayFailed(failed)] : [])].join(' · ')
            : t.replaying(succeeded + failed, total)}
        </span>
        {isDone(replays) && (
          <IconButton
            isSmall
            label={house.dismiss}
            icon={<X size={14} aria-hidden />}
            onPress={forgetReplays}
          />
        )}
      </div>
    );
  }
  if (selected.length === 0) return null;
  const replay = (): void => {
    if (areReplaying()) return;
    onClear();
    void replaySeveral(webhookId, selected, () => readAgain(queries));
  };
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t.selected(selected.length)}>
      <span className="bulk-count numeric" role="status">
        {t.selected(selected.length)}
      </span>
      <Button isSmall kind="quiet" icon={<RotateCw size={14} aria-hidden />} onPress={replay}>
        {t.replay}
      </Button>
      <IconButton isSmall label={t.clearSelection} icon={<X size={14} aria-hidden />} onPress={onClear} />
    </div>
  );
}
