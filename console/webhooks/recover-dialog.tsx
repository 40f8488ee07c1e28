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

type Since = 'failure' | 'yesterday' | 'week' | 'month' | 'own';

export function RecoverDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts('webhooks');
  const house = useTexts('house');
  const formats = useFormats();
  const queries = useQueryClient();
  const textOf = useErrorText();
  const failure = lastFailureOf(webhook.health);
  const [since, setSince] = useState<Since>(failure === null ? 'yesterday' : 'failure');
  const [own, setOwn] = useState('');
  const isComplete = since !== 'own' || own !== '';
  const settled = useSettled(own);
  const preview = useQuery({
    queryKey: ['recoveries', webhook.id, 'preview', since, settled, failure?.until],
    queryFn: ({ signal }) =>
      fetched(
        api.POST('/v1/webhooks/{id}/recover', {
          params: { path: { id: webhook.id } },
          body: { ...spanOf(since, failure, settled), dry_run: true },
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
          body: spanOf(since, failure, own),
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
          ...(failure === null
            ? []
            : [
                {
                  value: 'failure' as const,
                  label: failure.until === null ? t.sinceFailing : t.lastFailure,
                  hint:
                    failure.until === null
                      ? formats.fullTime(failure.since)
                      : t.timeSpan(formats.fullTime(failure.since), formats.fullTime(failure.until)),
                },
              ]),
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

interface Span {
  readonly since: string;
  /** Null if the webhook is still failing. */
  readonly until: string | null;
}

/**
 * Returns the period during which the webhook last failed. Webhooks that started to fail in an earlier
 * version only have `failing_since`, which is slightly later than the first failure.
 */
function lastFailureOf({ last_failure, failing_since }: Webhook['health']): Span | null {
  if (last_failure) return last_failure;
  if (failing_since === null) return null;
  return { since: new Date(Date.parse(failing_since) - MINUTE_MILLISECONDS).toISOString(), until: null };
}

/**
 * Returns the period whose failed deliveries are resent. Deliveries belong to the period if they failed in
 * it.
 */
function spanOf(since: Since, failure: Span | null, own: string): { since: string; until?: string } {
  const oldest = new Date(Date.now() - MAX_MILLISECONDS + MINUTE_MILLISECONDS).toISOString();
  if (since === 'own') return { since: new Date(own).toISOString() };
  if (since === 'failure' && failure !== null) {
    const { since: start, until } = failure;
    return { since: start > oldest ? start : oldest, ...(until !== null && { until }) };
  }
  return { since: since === 'month' ? oldest : startOf(since === 'week' ? 'week' : 'yesterday') };
}
