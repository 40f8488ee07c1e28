/** Starts a recovery, which resends all deliveries that failed after the selected time. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { navigate } from '../app/current-address.ts';
import { useErrorText } from '../app/error-text.ts';
import { useFormats } from '../app/formats.ts';
import { useSettled } from '../settings/use-settled.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Radios } from '../ui/choice.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { readAgain, type Webhook } from './webhook-queries.ts';
import { startOf } from './webhook-search.ts';

const MINUTE_MILLISECONDS = 60_000;
const MAX_MILLISECONDS = 30 * 24 * 60 * MINUTE_MILLISECONDS;

type Since = 'failing' | 'yesterday' | 'week' | 'month' | 'own';

export function RecoverDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts('webhooks');
  const house = useTexts('house');
  const formats = useFormats();
  const queries = useQueryClient();
  const textOf = useErrorText();
  const { failing_since } = webhook.health;
  const [since, setSince] = useState<Since>(failing_since === null ? 'yesterday' : 'failing');
  const [own, setOwn] = useState('');
  const isComplete = since !== 'own' || own !== '';
  const settled = useSettled(own);
  const preview = useQuery({
    queryKey: ['recoveries', webhook.id, 'preview', since, settled],
    queryFn: ({ signal }) =>
      fetched(
        api.POST('/v1/webhooks/{id}/recover', {
          params: { path: { id: webhook.id } },
          body: { since: timeOf(since, failing_since, settled), dry_run: true },
          signal,
        }),
      ),
    enabled: webhook.enabled && (since !== 'own' || settled !== ''),
    retry: false,
  });
  const start = useMutation({
    mutationFn: () =>
      fetched(
        api.POST('/v1/webhooks/{id}/recover', {
          params: { path: { id: webhook.id } },
          body: { since: timeOf(since, failing_since, own) },
        }),
      ),
    onSuccess: async () => {
      readAgain(queries);
      onClose();
      await navigate({ to: '/webhooks/$webhookId', params: { webhookId: webhook.id }, search: {} });
    },
  });
  const { error } = start;
  const isOther = error instanceof ApiError && error.members['recovery_id'] !== undefined;
  return (
    <Dialog
      title={t.recoverTitle}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{house.cancel}</Button>
          <Button
            kind="primary"
            isPending={start.isPending}
            isDisabled={!webhook.enabled || !isComplete}
            onPress={() => start.mutate()}
          >
            {t.startRecovery}
          </Button>
        </>
      }
    >
      <p>{webhook.enabled ? t.recoverText : t.recoverDisabled}</p>
      <Radios
        label={t.recoverSince}
        value={since}
        onChange={setSince}
        options={[
          ...(failing_since === null
            ? []
            : [{ value: 'failing' as const, label: t.sinceFailing, hint: formats.fullTime(failing_since) }]),
          { value: 'yesterday', label: t.sinceYesterday },
          { value: 'week', label: t.sinceWeek },
          { value: 'month', label: t.sinceMonth },
          { value: 'own', label: t.sinceOwn },
        ]}
      />
      {since === 'own' && <TextField label={t.ownTime} type="datetime-local" value={own} onChange={setOwn} />}
      <p role="status" className="recover-preview">
        {preview.data && isComplete && t.recoverPreview(preview.data.deliveries)}
      </p>
      {error !== null && (
        <p className="field-error" role="alert">
          {isOther ? t.otherRecovery : textOf(error)}
        </p>
      )}
    </Dialog>
  );
}

/**
 * Returns the recovery's start time. Deliveries are selected by the time they failed, which is slightly
 * before the webhook's state changes to failing.
 */
function timeOf(since: Since, failingSince: string | null, own: string): string {
  if (since === 'own') return new Date(own).toISOString();
  if (since === 'month') return new Date(Date.now() - MAX_MILLISECONDS + MINUTE_MILLISECONDS).toISOString();
  if (since === 'failing' && failingSince !== null) {
    return new Date(Date.parse(failingSince) - MINUTE_MILLISECONDS).toISOString();
  }
  return startOf(since === 'week' ? 'week' : 'yesterday');
}
