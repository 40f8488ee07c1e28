/** Shows a submission's timeline: e-mails, webhook attempts, and changes with the person who made them. */
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import CircleCheck from 'lucide-react/icons/circle-check';
import Inbox from 'lucide-react/icons/inbox';
import Mail from 'lucide-react/icons/mail';
import Reply from 'lucide-react/icons/reply';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import StickyNote from 'lucide-react/icons/sticky-note';
import Tag from 'lucide-react/icons/tag';
import UserRound from 'lucide-react/icons/user-round';
import Webhook from 'lucide-react/icons/webhook';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useFormats } from '../app/formats.ts';
import { useMay } from '../app/session.tsx';
import { SentReply } from '../replies/sent-reply.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Chip, type Tone } from '../ui/chip.tsx';
import { Loaded, Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.ts';
import { failureText } from '../webhooks/failure-text.ts';
import { foldAttempts, type FoldedAttempt } from './fold-attempts.ts';
import { useTimeline, webhookQuery, type EntryOf, type TimelineEntry } from './submission-query.ts';

/** Time after which a change appears in the timeline that the service returns, in milliseconds. */
const WRITTEN_MILLISECONDS = 1200;

export function Timeline({ submission }: { submission: Schema<'Submission'> }) {
  const t = useTexts('submission');
  const queries = useQueryClient();
  const query = useTimeline(submission.id);
  const { id, status, note } = submission;
  useEffect(() => {
    const timer = setTimeout(
      () => void queries.invalidateQueries({ queryKey: ['submission', id, 'timeline'] }),
      WRITTEN_MILLISECONDS,
    );
    return () => clearTimeout(timer);
  }, [queries, id, status, note]);
  return (
    <section className="submission-part">
      <h3>{t.history}</h3>
      <Loaded query={query} waiting={<Skeleton rows={3} />}>
        {({ data }) => <Entries entries={data} submissionId={id} />}
      </Loaded>
    </section>
  );
}

function Entries({ entries, submissionId }: { entries: readonly TimelineEntry[]; submissionId: string }) {
  const t = useTexts('submission');
  const ofWebhooks = entries.filter((entry) => entry.type === 'webhook');
  const names = useWebhookNames(ofWebhooks.map(({ webhook_id }) => webhook_id));
  // Only the last attempt of each delivery gets a resend button.
  const last = new Map(ofWebhooks.map(({ delivery_id, attempt }) => [delivery_id, attempt]));
  return (
    <ol className="timeline">
      {foldAttempts(entries).map((entry) =>
        entry.type === 'webhook' ? (
          <Attempt
            key={`${entry.delivery_id} ${entry.first}`}
            entry={entry}
            name={names.get(entry.webhook_id) ?? entry.webhook_id}
            isLast={last.get(entry.delivery_id) === entry.attempt}
            submissionId={submissionId}
          />
        ) : entry.type === 'withheld' ? (
          <Line
            key={`${entry.at} ${entry.webhook_id}`}
            icon={<Webhook size={14} aria-hidden />}
            at={entry.at}
            note={t.withheld}
          >
            <span>{t.filtered(names.get(entry.webhook_id) ?? entry.webhook_id)}</span>
            <Chip tone="warn">{t.emailStatus.skipped}</Chip>
          </Line>
        ) : (
          <Entry key={`${entry.at} ${JSON.stringify(entry)}`} entry={entry} submissionId={submissionId} />
        ),
      )}
    </ol>
  );
}

function useWebhookNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const distinct = [...new Set(ids)];
  const found = useQueries({ queries: distinct.map(webhookQuery) });
  return new Map(
    found.flatMap(({ data }) => (data ? [[data.id, data.name ?? new URL(data.url).host] as const] : [])),
  );
}

function Line(props: {
  icon: ReactNode;
  at: string;
  children: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <li className="timeline-entry">
      <span className="timeline-icon">{props.icon}</span>
      <div className="timeline-text">
        <div className="timeline-line">{props.children}</div>
        {props.note !== undefined && <p className="soft">{props.note}</p>}
      </div>
      {props.action}
      <span className="timeline-time soft">
        <Time at={props.at} />
      </span>
    </li>
  );
}

const emailTones: Readonly<Record<EntryOf<'email'>['status'], Tone>> = {
  queued: 'neutral',
  sent: 'neutral',
  delivered: 'good',
  bounced: 'bad',
  complained: 'bad',
  skipped: 'warn',
};

function Entry(props: { entry: Exclude<TimelineEntry, EntryOf<'webhook'>>; submissionId: string }) {
  const { entry, submissionId } = props;
  const t = useTexts('submission');
  const handling = useTexts('handling');
  switch (entry.type) {
    case 'stored':
      return (
        <Line icon={<Inbox size={14} aria-hidden />} at={entry.at}>
          {t.stored}
        </Line>
      );
    case 'email': {
      const address = entry.recipient || t.noAddressKnown;
      const note = entry.reason === null ? undefined : (t.emailReasons[entry.reason] ?? entry.reason);
      return (
        <Line icon={<Mail size={14} aria-hidden />} at={entry.at} {...(note !== undefined && { note })}>
          <span>{entry.kind === 'autoresponse' ? t.autoresponse(address) : t.notification(address)}</span>
          <Chip tone={emailTones[entry.status]}>{t.emailStatus[entry.status]}</Chip>
        </Line>
      );
    }
    case 'reply':
      return <ReplyEntry entry={entry} submissionId={submissionId} />;
    case 'status': {
      const by = t.actor[entry.actor.type](entry.actor.name);
      const isSpam = entry.status === 'spam';
      const icon = isSpam ? <ShieldAlert size={14} aria-hidden /> : <ShieldCheck size={14} aria-hidden />;
      return (
        <Line icon={icon} at={entry.at}>
          {isSpam ? t.markedSpam(by) : t.released(by)}
        </Line>
      );
    }
    case 'handled': {
      const by = t.actor[entry.actor.type](entry.actor.name);
      return (
        <Line icon={<CircleCheck size={14} aria-hidden />} at={entry.at}>
          {entry.handled ? t.handled(by) : t.reopened(by)}
        </Line>
      );
    }
    case 'assignee': {
      const by = t.actor[entry.actor.type](entry.actor.name);
      return (
        <Line icon={<UserRound size={14} aria-hidden />} at={entry.at}>
          {entry.assignee ? handling.didAssign(entry.assignee.name, by) : handling.didUnassign(by)}
        </Line>
      );
    }
    case 'labels': {
      const by = t.actor[entry.actor.type](entry.actor.name);
      const names = entry.labels.map(({ name }) => name);
      return (
        <Line icon={<Tag size={14} aria-hidden />} at={entry.at}>
          {names.length === 0 ? handling.didUnlabel(by) : handling.didLabel(names.join(', '), by)}
        </Line>
      );
    }
    case 'note': {
      const by = t.actor[entry.actor.type](entry.actor.name);
      return (
        <Line icon={<StickyNote size={14} aria-hidden />} at={entry.at}>
          {entry.action === 'set' ? t.noteSet(by) : t.noteRemoved(by)}
        </Line>
      );
    }
  }
}

function ReplyEntry({ entry, submissionId }: { entry: EntryOf<'reply'>; submissionId: string }) {
  const t = useTexts('submission');
  const replies = useTexts('replies');
  const { actor, recipient, reason, reply_id, status, subject } = entry;
  return (
    <Line
      icon={<Reply size={14} aria-hidden />}
      at={entry.at}
      note={
        <>
          {subject}
          {reason !== null && <> – {t.emailReasons[reason] ?? reason}</>}
        </>
      }
      action={<SentReply submissionId={submissionId} replyId={reply_id} />}
    >
      <span>{replies.timeline(t.actor[actor.type](actor.name), recipient)}</span>
      <Chip tone={emailTones[status]}>{t.emailStatus[status]}</Chip>
    </Line>
  );
}

function Attempt(props: { entry: FoldedAttempt; name: string; isLast: boolean; submissionId: string }) {
  const { entry, name, isLast, submissionId } = props;
  const t = useTexts('submission');
  const webhooks = useTexts('webhooks');
  const formats = useFormats();
  const mayWrite = useMay('write');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const replay = useMutation({
    mutationFn: () =>
      fetched(api.POST('/v1/deliveries/{id}/replay', { params: { path: { id: entry.delivery_id } } })),
    onSuccess: () => {
      toast({ text: t.replayed });
      void queries.invalidateQueries({ queryKey: ['submission', submissionId, 'timeline'] });
      void queries.invalidateQueries({ queryKey: ['webhook', entry.webhook_id] });
    },
    onError,
  });
  const hasFailed = entry.error !== null;
  // The chip already shows the status of a response, so don't repeat it in a note.
  const isAnswered = entry.error_code === 'http-status';
  const note = isAnswered ? null : failureText(entry.error_code, entry.error, webhooks);
  return (
    <Line
      icon={<Webhook size={14} aria-hidden />}
      at={entry.at}
      {...(note !== null && { note })}
      action={
        isLast &&
        mayWrite && (
          <Button
            isSmall
            icon={<RotateCcw size={13} aria-hidden />}
            isPending={replay.isPending}
            onPress={() => replay.mutate()}
          >
            {t.replay}
          </Button>
        )
      }
    >
      <span>
        {entry.first === entry.attempt
          ? t.webhook(name, formats.number(entry.attempt))
          : t.webhookAttempts(name, formats.number(entry.first), formats.number(entry.attempt))}
      </span>
      <Chip tone={hasFailed ? 'bad' : 'good'}>
        {entry.status_code === 0 ? t.noResponse : String(entry.status_code)}
      </Chip>
    </Line>
  );
}
