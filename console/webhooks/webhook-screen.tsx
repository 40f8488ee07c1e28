/** Shows a webhook: its health, deliveries, recoveries and settings, and how to verify deliveries. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import Ellipsis from 'lucide-react/icons/ellipsis';
import History from 'lucide-react/icons/history';
import Send from 'lucide-react/icons/send';
import { formsQuery } from '../api/all-forms.ts';
import { useParams, useSearch } from '../app/address-context.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useMay } from '../app/session.tsx';
import { useShortcuts } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { TabLinks, type TabLink } from '../ui/tabs.tsx';
import { Deliveries } from './deliveries.tsx';
import { OutcomesChart } from './outcomes-chart.tsx';
import { Recoveries } from './recoveries.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import { RemoveWebhook } from './settings/remove-webhook.tsx';
import { Verification } from './settings/verification.tsx';
import { useTest, useTurn } from './webhook-actions.ts';
import { WebhookDiagnosis } from './webhook-diagnosis.tsx';
import { HealthChip, titleOf } from './webhook-health.tsx';
import { webhookQuery, type Webhook } from './webhook-queries.ts';
import { webhookSearch } from './webhook-search.ts';
import { WebhookSettings } from './settings/webhook-settings.tsx';

export function WebhookScreen() {
  const t = useTexts('webhooks');
  const { webhookId = '' } = useParams();
  const webhook = useQuery(webhookQuery(webhookId));
  if (webhook.data === undefined) {
    return (
      <Page title={t.title} above={<Up />}>
        <Loaded query={webhook}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Opened key={webhookId} webhook={webhook.data.data} etag={webhook.data.etag} />;
}

function Up() {
  const t = useTexts('webhooks');
  return (
    <Link to="/webhooks" className="button quiet icon small webhook-up" aria-label={t.title} title={t.title}>
      <ChevronLeft size={16} aria-hidden />
    </Link>
  );
}

function Opened({ webhook, etag }: { webhook: Webhook; etag: string | undefined }) {
  const t = useTexts('webhooks');
  const search = useSearch(webhookSearch);
  const mayWrite = useMay('write');
  const [isRecovering, setIsRecovering] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const test = useTest(webhook.id);
  const turn = useTurn(webhook.id);
  // Only the agent can change its subscription, so don't show any settings.
  const isAgent = webhook.kind === 'mcp';
  const view = isAgent || (search.view === 'settings' && !mayWrite) ? undefined : search.view;
  const recover = (): void => setIsRecovering(true);
  useShortcuts(
    mayWrite && !isAgent
      ? [
          { keys: 't', label: t.test, run: () => test.mutate() },
          { keys: 'r', label: t.recoverTitle, run: recover },
        ]
      : [],
  );
  return (
    <Page
      title={titleOf(webhook)}
      above={<Up />}
      beside={<HealthChip of={webhook} />}
      toolbar={isAgent ? undefined : <Views id={webhook.id} current={view} mayWrite={mayWrite} />}
      actions={
        mayWrite && isAgent ? (
          <Button kind="danger" onPress={() => setIsRemoving(true)}>
            {t.endSubscription}
          </Button>
        ) : mayWrite ? (
          <>
            <span className="wide-only">
              <Button icon={<History size={14} aria-hidden />} onPress={recover}>
                {t.recover}
              </Button>
            </span>
            <span className="wide-only">
              <Button
                kind="primary"
                icon={<Send size={14} aria-hidden />}
                isPending={test.isPending}
                onPress={() => test.mutate()}
              >
                {t.test}
              </Button>
            </span>
            <Menu
              label={t.more}
              trigger={<IconButton label={t.more} icon={<Ellipsis size={16} aria-hidden />} />}
            >
              <MenuItem onAction={() => test.mutate()}>{t.test}</MenuItem>
              <MenuItem onAction={recover}>{t.recover}</MenuItem>
              <MenuItem onAction={() => turn.mutate(!webhook.enabled)}>
                {webhook.enabled ? t.turnOff : t.turnOn}
              </MenuItem>
              <MenuItem isDanger onAction={() => setIsRemoving(true)}>
                {t.remove}
              </MenuItem>
            </Menu>
          </>
        ) : null
      }
    >
      {view === 'settings' ? (
        <WebhookSettings
          webhook={webhook}
          etag={etag}
          onTest={() => test.mutate()}
          onRecover={recover}
          onRemove={() => setIsRemoving(true)}
        />
      ) : view === 'verify' ? (
        <Verification webhook={webhook} />
      ) : (
        <div className="webhook-overview">
          <WebhookDiagnosis webhook={webhook} onTurnOn={() => turn.mutate(true)} />
          <Facts webhook={webhook} />
          <Recoveries webhookId={webhook.id} />
          <OutcomesChart webhookId={webhook.id} />
          <Deliveries webhookId={webhook.id} />
        </div>
      )}
      {isRecovering && <RecoverDialog webhook={webhook} onClose={() => setIsRecovering(false)} />}
      {isRemoving && <RemoveWebhook webhook={webhook} onClose={() => setIsRemoving(false)} />}
    </Page>
  );
}

function Views(props: { id: string; current: 'settings' | 'verify' | undefined; mayWrite: boolean }) {
  const { id, current, mayWrite } = props;
  const t = useTexts('webhooks');
  const tab = (view: 'settings' | 'verify' | undefined, label: string): TabLink => ({
    id: view ?? 'deliveries',
    label,
    link: (linkProps) => (
      <Link to="/webhooks/$webhookId" params={{ webhookId: id }} search={{ view }} {...linkProps} />
    ),
  });
  return (
    <TabLinks
      label={t.views}
      current={current ?? 'deliveries'}
      tabs={[
        tab(undefined, t.deliveries),
        ...(mayWrite ? [tab('settings', t.settings)] : []),
        tab('verify', t.verify),
      ]}
    />
  );
}

/** Shows the endpoint and the format in one line. */
function Facts({ webhook }: { webhook: Webhook }) {
  const t = useTexts('webhooks');
  const formats = useFormats();
  const forms = useQuery(formsQuery);
  const { url, form_id, format, health, kind, ends_at } = webhook;
  const failure = health.last_failure;
  const form = forms.data?.find(({ id }) => id === form_id)?.name;
  return (
    <dl className="webhook-facts">
      <div className="webhook-fact-url">
        <dt>{t.url}</dt>
        <dd>
          <code>{url}</code>
        </dd>
      </div>
      <div>
        <dt>{t.ofForm}</dt>
        <dd>{form_id === null ? t.allForms : (form ?? '…')}</dd>
      </div>
      <div>
        <dt>{t.format}</dt>
        <dd>{kind === 'mcp' ? t.agent : t.formats[format]}</dd>
      </div>
      {ends_at !== null && (
        <div>
          <dt>{t.endsAt}</dt>
          <dd>{formats.fullTime(ends_at)}</dd>
        </div>
      )}
      <div>
        <dt>{t.rateLabel}</dt>
        <dd className="numeric">
          {health.success_rate_24h === null ? '–' : formats.percent(health.success_rate_24h)}
        </dd>
      </div>
      {failure && (
        <div>
          <dt>{t.lastFailing}</dt>
          <dd>
            {`${
              failure.until === null
                ? t.lastFailingSince(formats.fullTime(failure.since))
                : t.timeSpan(formats.fullTime(failure.since), formats.fullTime(failure.until))
            }, ${t.lastFailingCount(failure.deliveries)}`}
          </dd>
        </div>
      )}
    </dl>
  );
}
