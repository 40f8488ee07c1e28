/** Shows a submission next to the inbox list or, in narrow windows, instead of the list. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formsQuery } from '../api/all-forms.ts';
import { ApiError } from '../api/api-error.ts';
import type { Schema } from '../api/api-client.ts';
import { useParams } from '../app/address-context.ts';
import { useMayMarkRead } from '../app/session.tsx';
import { useShortcuts } from '../app/shortcuts.ts';
import { HandlingFacts } from '../handling/handling-facts.tsx';
import { useInboxPlace } from '../inbox/inbox-context.tsx';
import { senderOf } from '../inbox/row-texts.ts';
import { useSubmissionActions } from '../inbox/submission-actions.ts';
import { replyPreviewQuery } from '../replies/reply-query.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { longestText, replyAddress, replyLink, shownFields } from './field-values.ts';
import { SubmissionBar } from './submission-bar.tsx';
import { SubmissionFields } from './submission-fields.tsx';
import { SubmissionFiles } from './submission-files.tsx';
import { SubmissionNote } from './submission-note.tsx';
import { Origin, SpamCheck } from './submission-origin.tsx';
import { Timeline } from './submission-timeline.tsx';
import { useSubmission } from './submission-query.ts';

export function SubmissionScreen() {
  const t = useTexts('submission');
  const { submissionId = '' } = useParams();
  const { close } = useInboxPlace();
  const query = useSubmission(submissionId);
  const house = useTexts('house');
  const frame = useRef<HTMLElement>(null);
  // Scroll to the top when another submission opens.
  useEffect(() => {
    // Don't return the result of `scrollTo`. In newer browsers, it's a promise, which React would treat as a
    // cleanup function.
    frame.current?.scrollTo(0, 0);
  }, [submissionId]);
  useShortcuts([{ keys: 'Escape', label: house.close, run: close }]);
  const isGone = query.data === undefined && query.error instanceof ApiError && query.error.status === 404;
  return (
    <section className="inbox-detail" aria-label={t.title} ref={frame}>
      {query.data === undefined && (
        <SubmissionBar submission={undefined} form={undefined} mailLink={undefined} address={undefined} />
      )}
      {isGone ? (
        <EmptyState title={t.gone} action={<Button onPress={close}>{t.back}</Button>}>
          {t.goneText}
        </EmptyState>
      ) : (
        <Loaded query={query}>
          {(submission) => (
            <Detail key={submission.id} submission={submission} isCurrent={query.isFetchedAfterMount} />
          )}
        </Loaded>
      )}
    </section>
  );
}

/** @param isCurrent true if the data comes from the service, false if it was copied from a cached list */
function Detail({ submission, isCurrent }: { submission: Schema<'Submission'>; isCurrent: boolean }) {
  const inbox = useTexts('inbox');
  const { data: forms } = useQuery(formsQuery);
  const form = forms?.find(({ id }) => id === submission.form_id);
  const declared = form?.fields ?? [];
  const fields = shownFields(submission.payload, declared);
  const isSpam = submission.status === 'spam';
  // Some forms put the address in a field such as `_replyto`, which isn't stored in the submission, so ask
  // the service for the address.
  const { data: reply } = useQuery({ ...replyPreviewQuery(submission.id), enabled: !isSpam });
  const address = replyAddress(submission.payload, declared) ?? reply?.to ?? undefined;
  const mailLink =
    address === undefined
      ? undefined
      : replyLink(address, { subject: `Re: ${form?.name ?? ''}`.trim(), quoted: longestText(fields) });
  useReadOnOpening(submission, isCurrent);
  return (
    <>
      <SubmissionBar submission={submission} form={form} mailLink={mailLink} address={address} />
      <article className="submission">
        <header className="submission-title">
          <h2>{senderOf(submission) || inbox.noText}</h2>
          <p className="soft">
            <Time at={submission.received_at} style="full" />
            {form !== undefined && <span>{form.name}</span>}
            {isSpam && <Chip tone="warn">{inbox.markSpam}</Chip>}
          </p>
          <HandlingFacts submission={submission} />
        </header>
        <SubmissionFields fields={fields} hasLinks={!isSpam} />
        <Warnings submission={submission} declared={declared} />
        {submission.attachments.length > 0 && (
          <SubmissionFiles attachments={submission.attachments} declared={declared} />
        )}
        <SpamCheck submission={submission} address={address} />
        <SubmissionNote submission={submission} />
        <Timeline submission={submission} />
        <Origin source={submission.source} hasLinks={!isSpam} />
      </article>
    </>
  );
}

/** Warns if the website's form sends file names instead of files. */
function Warnings(props: {
  submission: Schema<'Submission'>;
  declared: readonly { name: string; label?: string }[];
}) {
  const t = useTexts('submission');
  const labels = props.submission.warnings.map(
    ({ field }) => props.declared.find(({ name }) => name === field)?.label ?? field,
  );
  if (labels.length === 0) return null;
  return <p className="submission-warning">{t.fileNameOnly(labels.join(', '))}</p>;
}

/**
 * Marks the submission as read when the user opens it. Does this only once, so that the user can mark it as
 * unread again.
 */
function useReadOnOpening(submission: Schema<'Submission'>, isCurrent: boolean): void {
  const run = useSubmissionActions();
  const mayMark = useMayMarkRead();
  const isDone = useRef(false);
  useEffect(() => {
    if (!isCurrent || isDone.current) return;
    isDone.current = true;
    if (mayMark && submission.read_at === null && submission.status === 'received')
      run([submission], 'read', { isQuiet: true });
  }, [submission, isCurrent, mayMark, run]);
}
