/** Shows a delivery: every attempt with its response, and a button to resend the delivery. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { api, fetched } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useMay } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.ts';
import { DeliveryStatus, eventName } from './delivery-table.tsx';
import { failureText } from './failure-text.ts';
import { deliveryQuery, readAgain, type Delivery } from './webhook-queries.ts';

/** Maximum number of attempts that the service stores for each delivery. */
const KEPT = 20;

export function DeliveryDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('webhooks');
  const queries = useQueryClient();
  const mayWrite = useMay('write');
  const delivery = useQuery(deliveryQuery(id));
  const replay = useMutation({
    mutationFn: () => fetched(api.POST('/v1/deliveries/{id}/replay', { params: { path: { id } } })),
    onSuccess: (after) => {
      const worked = after.status === 'succeeded';
      toast({ text: worked ? t.replayed.succeeded : t.replayed.other, isBad: !worked });
    },
    onError: useFailureToast(),
    onSettled: () => readAgain(queries),
  });
  return (
    <Dialog
      title={t.delivery}
      isOpen
      isDrawer
      onClose={onClose}
      actions={
        mayWrite && (
          <Button
            kind="primary"
            icon={<RotateCw size={14} aria-hidden />}
            isPending={replay.isPending}
            onPress={() => replay.mutate()}
          >
            {t.replay}
          </Button>
        )
      }
    >
      <Loaded query={delivery}>{(found) => <Details of={found} />}</Loaded>
    </Dialog>
  );
}

function Details({ of }: { of: Delivery }) {
  const t = useTexts('webhooks');
  const log = [...of.log].reverse();
  return (
    <div className="delivery-details">
      <dl className="delivery-facts">
        <div>
          <dt>{t.state}</dt>
          <dd>
            <DeliveryStatus of={of} />
          </dd>
        </div>
        {of.next_attempt_at !== null && (
          <div>
            <dt>{t.nextAttempt}</dt>
            <dd>
              <Time at={of.next_attempt_at} style="relative" />
            </dd>
          </div>
        )}
        <div>
          <dt>{t.received}</dt>
          <dd>
            <Time at={of.created_at} style="full" />
          </dd>
        </div>
        <div>
          <dt>{t.event}</dt>
          <dd>
            {eventName(of, t)} <code className="soft">{of.event}</code>
          </dd>
        </div>
        <div>
          <dt>{t.deliveryId}</dt>
          <dd>
            <code>{of.id}</code>
          </dd>
        </div>
        {of.submission_id !== null && (
          <div>
            <dt>{t.submission}</dt>
            <dd>
              <Link
                to="/inbox/$submissionId"
                params={{ submissionId: of.submission_id }}
                search={{ tab: 'all' }}
                className="link"
              >
                {t.openSubmission}
              </Link>
            </dd>
          </div>
        )}
      </dl>
      {log.length === 0 && (
        <p className="soft">{failureText(of.last_error_code, of.last_error, t) ?? t.noAttempt}</p>
      )}
      <ol className="attempts">
        {log.map((entry, index) => (
          <Attempt key={`${entry.at} ${index}`} entry={entry} />
        ))}
      </ol>
      {log.length >= KEPT && <p className="soft">{t.latestAttempts}</p>}
    </div>
  );
}

function Attempt({ entry }: { entry: Delivery['log'][number] }) {
  const t = useTexts('webhooks');
  const formats = useFormats();
  const { attempt, at, duration_ms, status_code, error, error_code, response_excerpt } = entry;
  const worked = status_code >= 200 && status_code < 300 && error === null;
  return (
    <li className="attempt">
      <div className="attempt-head">
        <Chip tone={worked ? 'good' : 'bad'}>{status_code === 0 ? t.noResponse : String(status_code)}</Chip>
        <h3>{t.attempt(attempt)}</h3>
        <span className="soft numeric">
          {formats.fullTime(at)} · {formats.number(duration_ms)} ms
        </span>
      </div>
      {error !== null && error_code !== 'http-status' && <p>{failureText(error_code, error, t)}</p>}
      {response_excerpt !== null && response_excerpt !== '' && (
        <CodeBlock code={response_excerpt} label={t.excerpt} />
      )}
    </li>
  );
}
