/**
 * Renders the inbox rows as a React Aria grid with arrow-key navigation, selection and one line per
 * submission.
 */
import { memo } from 'react';
import Paperclip from 'lucide-react/icons/paperclip';
import Star from 'lucide-react/icons/star';
import { Button as AriaButton } from 'react-aria-components/Button';
import {
  Cell,
  Column,
  Row,
  Table,
  TableBody,
  TableHeader,
  type Selection,
} from 'react-aria-components/Table';
import type { Schema } from '../api/api-client.ts';
import { RowHandling } from '../handling/handling-facts.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Chip } from '../ui/chip.tsx';
import { Time } from '../ui/time.tsx';
import { senderOf, summaryOf, valueText } from './row-texts.ts';

type Submission = Schema<'Submission'>;

export interface InboxTableProps {
  readonly rows: readonly Submission[];
  /** Names of the fields to show. If empty, the sender and the message are shown. */
  readonly columns: readonly string[];
  readonly titleOf: (name: string) => string;
  /** Form names by id, for lists with submissions to several forms. */
  readonly formNames: ReadonlyMap<string, string> | undefined;
  /** Search words. Summaries show the text around these words. */
  readonly q: string | undefined;
  readonly openId: string | undefined;
  readonly maySelect: boolean;
  readonly selected: Selection;
  readonly onSelect: (selected: Selection) => void;
  readonly onOpen: (id: string) => void;
  readonly onStar: (submission: Submission) => void;
}

export function InboxTable(props: InboxTableProps) {
  const { rows, columns, titleOf, formNames, q, openId, maySelect, selected, onSelect, onOpen, onStar } =
    props;
  const t = useTexts('inbox');
  return (
    <Table
      aria-label={t.title}
      className="inbox-table"
      selectionMode={maySelect ? 'multiple' : 'none'}
      selectedKeys={selected}
      onSelectionChange={onSelect}
      onRowAction={(key) => onOpen(String(key))}
    >
      <TableHeader className="inbox-head">
        {maySelect && (
          <Column className="cell-select">
            <Checkbox slot="selection" />
          </Column>
        )}
        <Column className="cell-star">
          <span className="visually-hidden">{t.star}</span>
        </Column>
        {columns.length === 0 ? (
          <>
            <Column isRowHeader className="cell-sender">
              {t.sender}
            </Column>
            <Column className="cell-summary">{t.message}</Column>
          </>
        ) : (
          columns.map((name, index) => (
            <Column
              key={name}
              id={name}
              isRowHeader={index === 0}
              className={index === 0 ? 'cell-sender' : 'cell-field'}
            >
              {titleOf(name)}
            </Column>
          ))
        )}
        {formNames && <Column className="cell-form">{t.form}</Column>}
        <Column className="cell-time">{t.received}</Column>
      </TableHeader>
      <TableBody>
        {rows.map((submission) => (
          <InboxRow
            key={submission.id}
            submission={submission}
            columns={columns}
            formName={formNames?.get(submission.form_id)}
            hasForm={formNames !== undefined}
            q={q}
            isOpen={submission.id === openId}
            maySelect={maySelect}
            onStar={onStar}
          />
        ))}
      </TableBody>
    </Table>
  );
}

const InboxRow = memo(function InboxRow(props: {
  submission: Submission;
  columns: readonly string[];
  formName: string | undefined;
  hasForm: boolean;
  q: string | undefined;
  isOpen: boolean;
  maySelect: boolean;
  onStar: (submission: Submission) => void;
}) {
  const { submission, columns, formName, hasForm, q, isOpen, maySelect, onStar } = props;
  const t = useTexts('inbox');
  const isUnread = submission.read_at === null && submission.status === 'received';
  const classes = ['inbox-row', isUnread && 'unread', isOpen && 'open'].filter(Boolean).join(' ');
  const hint = (
    <>
      {isUnread && <span className="visually-hidden">{t.unreadHint}: </span>}
      {isUnread && <span className="unread-dot" aria-hidden />}
    </>
  );
  const files = submission.files > 0 && (
    <span className="row-files" title={t.filesCount(submission.files)}>
      <Paperclip size={13} aria-hidden />
      <span className="visually-hidden">{t.filesCount(submission.files)}</span>
    </span>
  );
  return (
    <Row id={submission.id} className={classes}>
      {maySelect && (
        <Cell className="cell-select">
          <Checkbox slot="selection" />
        </Cell>
      )}
      <Cell className="cell-star">
        <AriaButton
          className={submission.starred ? 'star on' : 'star'}
          aria-label={submission.starred ? t.unstarIt : t.starIt}
          isDisabled={!maySelect}
          onPress={() => onStar(submission)}
        >
          <Star size={15} aria-hidden />
        </AriaButton>
      </Cell>
      {columns.length === 0 ? (
        <>
          <Cell className="cell-sender">
            {hint}
            <span className="truncate">{senderOf(submission) || t.noText}</span>
          </Cell>
          <Cell className="cell-summary">
            <RowHandling submission={submission} />
            {files}
            <span className="truncate">{summaryOf(submission, q)}</span>
          </Cell>
        </>
      ) : (
        columns.map((name, index) => (
          <Cell key={name} className={index === 0 ? 'cell-sender' : 'cell-field'}>
            {index === 0 && hint}
            {index === columns.length - 1 && (
              <>
                <RowHandling submission={submission} />
                {files}
              </>
            )}
            <span className="truncate">{valueText(submission.payload[name] ?? '')}</span>
          </Cell>
        ))
      )}
      {hasForm && (
        <Cell className="cell-form">
          <Chip>{formName ?? submission.form_id}</Chip>
        </Cell>
      )}
      <Cell className="cell-time">
        <Time at={submission.received_at} />
      </Cell>
    </Row>
  );
});
