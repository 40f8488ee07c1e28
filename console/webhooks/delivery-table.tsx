/** Renders the deliveries as a React Aria grid with arrow-key navigation and selection, like the inbox. */
import {
  Cell,
  Column,
  Row,
  Table,
  TableBody,
  TableHeader,
  type Selection,
} from 'react-aria-components/Table';
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import type { WebhooksTexts } from '../texts/webhooks/webhooks.en.ts';
import { Checkbox } from '../ui/choice.tsx';
import { Chip, type Tone } from '../ui/chip.tsx';
import { Time } from '../ui/time.tsx';
import { failureText } from './failure-text.ts';
import type { Delivery } from './webhook-queries.ts';

const tones: Readonly<Record<Delivery['status'], Tone>> = {
  pending: 'neutral',
  retrying: 'warn',
  succeeded: 'good',
  failed: 'bad',
};

const ID_END = 6;

export function DeliveryStatus({ of }: { of: Pick<Delivery, 'status'> }) {
  const t = useTexts('webhooks');
  return <Chip tone={tones[of.status]}>{t.statuses[of.status]}</Chip>;
}

export function DeliveryTable(props: {
  rows: readonly Delivery[];
  maySelect: boolean;
  selected: Selection;
  onSelect: (selected: Selection) => void;
  onOpen: (id: string) => void;
}) {
  const { rows, maySelect, selected, onSelect, onOpen } = props;
  const t = useTexts('webhooks');
  const formats = useFormats();
  return (
    <Table
      aria-label={t.deliveries}
      className="delivery-table"
      selectionMode={maySelect ? 'multiple' : 'none'}
      selectedKeys={selected}
      onSelectionChange={onSelect}
      onRowAction={(key) => onOpen(String(key))}
    >
      <TableHeader>
        {maySelect && (
          <Column className="cell-box">
            <Checkbox slot="selection" />
          </Column>
        )}
        <Column isRowHeader className="cell-state">
          {t.state}
        </Column>
        <Column className="cell-response">{t.response}</Column>
        <Column className="cell-what">{t.event}</Column>
        <Column className="cell-attempts">{t.attempts}</Column>
        <Column className="cell-received">{t.received}</Column>
      </TableHeader>
      <TableBody>
        {rows.map((delivery) => (
          <Row key={delivery.id} id={delivery.id} className="delivery-row">
            {maySelect && (
              <Cell className="cell-box">
                <Checkbox slot="selection" />
              </Cell>
            )}
            <Cell className="cell-state">
              <DeliveryStatus of={delivery} />
            </Cell>
            <Cell className="cell-response">
              <Response of={delivery} />
            </Cell>
            <Cell className="cell-what">
              <What of={delivery} />
            </Cell>
            <Cell className="cell-attempts numeric">{formats.number(delivery.attempts)}</Cell>
            <Cell className="cell-received">
              <Time at={delivery.created_at} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

/** Returns the name of a delivery's event, for example "New submission". */
export function eventName({ event }: Pick<Delivery, 'event'>, t: WebhooksTexts): string {
  return event === 'webhook.test' ? t.testPing : t.eventNames[event];
}

/**
 * Shows the event and the last characters of the submission's id. The first characters are the same for all
 * ids that were created around the same time.
 */
function What({ of }: { of: Delivery }) {
  const t = useTexts('webhooks');
  const name = eventName(of, t);
  if (of.submission_id === null) return name;
  return (
    <span className="truncate" title={`${name} ${of.submission_id}`}>
      {name} <code className="soft">{of.submission_id.slice(-ID_END)}</code>
    </span>
  );
}

/** Shows the status of the last response, or says that there was no response. */
function Response({ of }: { of: Delivery }) {
  const t = useTexts('webhooks');
  const { last_status_code, last_error, last_error_code, log } = of;
  if (log.length === 0) return <span className="soft">–</span>;
  const hasStatus = last_status_code !== null && last_status_code > 0;
  const error = last_error_code === 'http-status' ? null : failureText(last_error_code, last_error, t);
  const answer = hasStatus ? String(last_status_code) : t.noResponse;
  return (
    <span className="truncate numeric" title={error ?? answer}>
      {answer}
      {error !== null && (
        <span className="soft">
          {' · '}
          {error}
        </span>
      )}
    </span>
  );
}
