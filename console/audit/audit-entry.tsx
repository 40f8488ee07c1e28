/** Renders an audit log entry: as a sentence in the list, and with all details in a drawer. */
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Chip } from '../ui/chip.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { AuditRow } from './audit-rows.ts';
import { nameOfTarget, type Names } from './audit-targets.ts';

/** Placeholder for the target's name in the translated sentences. */
const TARGET = '#';

/**
 * Describes an audit log entry in a sentence that includes its target: "Form Contact updated". If the
 * operation has no translation, shows the operation's name.
 */
export function Sentence({ row, names }: { row: AuditRow; names: Names }) {
  const t = useTexts('audit');
  const text = sentenceOf(t.did, row.action);
  if (text === undefined)
    return (
      <>
        <code>{row.action}</code> <Target of={row} names={names} />
      </>
    );
  const [before = '', after] = text.split(TARGET);
  if (after === undefined) return text;
  return (
    <>
      {before}
      <Target of={row} names={names} />
      {after}
    </>
  );
}

/**
 * Returns an operation's label in the filter list, without a target. If the operation has no translation,
 * returns its name.
 */
export const actionName = (did: Readonly<Record<string, string>>, action: string): string =>
  sentenceOf(did, action)?.replace(TARGET, '').replace(/\s+/g, ' ').trim() ?? action;

const sentenceOf = (did: Readonly<Record<string, string>>, action: string): string | undefined =>
  Object.hasOwn(did, action) ? did[action] : undefined;

function Target({ of, names }: { of: AuditRow; names: Names }) {
  const { type, id } = of.target;
  const name = nameOfTarget(of.target, names);
  if (id === null) return null;
  if (type === 'form' && names.forms.has(id))
    return (
      <Link to="/forms/$formId/settings" params={{ formId: id }} className="link">
        {name}
      </Link>
    );
  // Don't link to deleted targets.
  if (type === 'submission' && of.action !== 'deleteSubmission')
    return (
      <Link to="/inbox/$submissionId" params={{ submissionId: id }} search={{ tab: 'all' }} className="link">
        <code>{id}</code>
      </Link>
    );
  if (type === 'webhook' && of.action !== 'deleteWebhook')
    return (
      <Link to="/webhooks/$webhookId" params={{ webhookId: id }} className="link">
        {name ?? <code>{id}</code>}
      </Link>
    );
  if (type === 'member' && name !== undefined)
    return (
      <Link to="/people" className="link">
        {name}
      </Link>
    );
  if (type === 'api_key' && name !== undefined)
    return (
      <Link to="/keys" className="link">
        {name}
      </Link>
    );
  return name === undefined ? <code>{id}</code> : <strong>{name}</strong>;
}

export function Outcome({ of }: { of: AuditRow }) {
  const t = useTexts('audit');
  if (of.outcome === 'completed') return <span className="soft">{t.outcome.completed}</span>;
  return <Chip tone={of.outcome === 'failed' ? 'bad' : 'warn'}>{t.outcome[of.outcome]}</Chip>;
}

const valuesOf = (values: readonly string[], none: string): string => values.join(', ') || none;

/** Shows all details of an audit log entry in a drawer. */
export function EntryDetails(props: { row: AuditRow; names: Names; onClose: () => void }) {
  const { row, names, onClose } = props;
  const t = useTexts('audit');
  const formats = useFormats();
  return (
    <Dialog title={actionName(t.did, row.action)} isOpen onClose={onClose} isDrawer>
      <dl className="facts">
        <div>
          <dt>{t.when}</dt>
          <dd>
            {formats.fullTime(row.at)}
            <code className="soft">{row.at}</code>
          </dd>
        </div>
        <div>
          <dt>{t.who}</dt>
          <dd>
            {row.actor.name}
            <span className="soft">{t.actorType[row.actor.type]}</span>
            <code className="soft">{row.actor.id}</code>
          </dd>
        </div>
        <div>
          <dt>{t.what}</dt>
          <dd>
            <span>
              <Sentence row={row} names={names} />
            </span>
            <code className="soft">{row.action}</code>
            {row.target.id !== null && <code className="soft">{row.target.id}</code>}
          </dd>
        </div>
        <div>
          <dt>{t.result}</dt>
          <dd>
            <Outcome of={row} />
            {row.outcome !== 'completed' && <span className="soft">{t.outcomeHint[row.outcome]}</span>}
          </dd>
        </div>
        {row.tool !== undefined && (
          <div>
            <dt>{t.tool}</dt>
            <dd>
              <code>{row.tool}</code>
            </dd>
          </div>
        )}
        {row.changes.length > 0 && (
          <div>
            <dt>{t.changedSettings}</dt>
            {row.changes.map((change) => (
              <dd key={change.member}>
                <code>{change.member}</code>
                {change.from && change.to && (
                  <span className="soft">
                    {valuesOf(change.from, t.noValue)} → {valuesOf(change.to, t.noValue)}
                  </span>
                )}
              </dd>
            ))}
          </div>
        )}
        <div>
          <dt>{t.ip}</dt>
          <dd>{row.ip === null ? <span className="soft">{t.byCommandLine}</span> : <code>{row.ip}</code>}</dd>
        </div>
        {row.request_id !== null && (
          <div>
            <dt>{t.request}</dt>
            <dd>
              <code>{row.request_id}</code>
              <span>
                <CopyButton text={row.request_id} label={t.copyRequest} />
              </span>
            </dd>
          </div>
        )}
      </dl>
    </Dialog>
  );
}
