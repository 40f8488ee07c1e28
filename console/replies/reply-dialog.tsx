/**
 * Lets the user write a reply to a submission. An unsent reply is stored in the tab until the user sends or
 * discards it.
 */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Form } from 'react-aria-components/Form';
import ExternalLink from 'lucide-react/icons/external-link';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { useDraft } from '../app/drafts.ts';
import { useErrorText } from '../app/error-text.ts';
import { longestText, shownFields } from '../submission/field-values.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { Loaded, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import { isReplyDraft, MAX_SUBJECT, MAX_TEXT, quoteOf, withTemplate } from './reply-draft.ts';
import { replyPreviewQuery, templatesQuery } from './reply-query.ts';

/** Returns the name of the draft that contains the unsent reply to a submission. */
export const replyDraftName = (submissionId: string): string => `reply ${submissionId}`;

interface ReplyDialogProps {
  readonly submission: Schema<'Submission'>;
  readonly form: Schema<'Form'>;
  /** `mailto:` link. */
  readonly mailLink: string;
  readonly onClose: () => void;
}

export function ReplyDialog({ submission, form, mailLink, onClose }: ReplyDialogProps) {
  const t = useTexts('replies');
  const house = useTexts('house');
  const textOf = useErrorText();
  const queries = useQueryClient();
  const { id, payload } = submission;
  const quote = quoteOf(longestText(shownFields(payload, form.fields)));
  const draft = useDraft(replyDraftName(id), { subject: '', text: quote, key: '' }, isReplyDraft);
  const { subject, text } = draft.value;
  const preview = useQuery(replyPreviewQuery(id));
  const change = (changes: Partial<typeof draft.value>): void => {
    send.reset();
    // A changed reply gets a new key, because the service sends only one reply per key.
    draft.change({ ...draft.value, ...changes, key: crypto.randomUUID() });
  };
  const close = (): void => {
    draft.clear();
    onClose();
  };
  const send = useMutation({
    mutationFn: () => {
      const written = subject.trim() === '' ? { text } : { subject, text };
      return fetched(
        api.POST('/v1/submissions/{id}/replies', {
          params: { path: { id }, header: { 'idempotency-key': draft.value.key } },
          body: written,
        }),
      );
    },
    onSuccess: ({ to }) => {
      toast({ text: t.sent(to) });
      void queries.invalidateQueries({ queryKey: ['submission', id, 'timeline'] });
      void queries.invalidateQueries({ queryKey: ['submission', id, 'replies'] });
      close();
    },
  });
  const hasAddress = typeof preview.data?.to === 'string';
  const isReady = text.trim() !== '' && text.length <= MAX_TEXT && draft.isChanged && hasAddress;
  const failure = send.error === null ? undefined : failureOf(send.error, textOf, t.tooMany);
  return (
    <Dialog
      title={t.title}
      isOpen
      isSticky
      isWide
      onClose={close}
      actions={
        <>
          <a href={mailLink} className="button quiet">
            <ExternalLink size={14} aria-hidden />
            <span>{t.inMailProgram}</span>
          </a>
          <span className="reply-space" />
          <Button onPress={close}>{draft.isChanged ? t.discard : house.cancel}</Button>
          <Button kind="primary" type="submit" form="reply" isPending={send.isPending} isDisabled={!isReady}>
            {t.send}
          </Button>
        </>
      }
    >
      <Form
        validationBehavior="aria"
        id="reply"
        className="reply-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !send.isPending) send.mutate();
        }}
      >
        <Loaded query={preview} waiting={<Skeleton rows={3} />}>
          {(envelope) => <Envelope {...envelope} />}
        </Loaded>
        <TemplateSelect
          onChoose={(template) => change(withTemplate(draft.value, template, { payload, quote }))}
        />
        <TextField
          label={t.subject}
          value={subject}
          maxLength={MAX_SUBJECT}
          placeholder={preview.data?.subject}
          onChange={(value) => change({ subject: value })}
          error={failure?.path === 'subject' ? failure.text : undefined}
        />
        <TextField
          label={t.text}
          rows={12}
          value={text}
          maxLength={MAX_TEXT}
          onChange={(value) => change({ text: value })}
          error={failure?.path === 'text' ? failure.text : undefined}
          hint={t.textHint}
        />
        {failure !== undefined && failure.path === undefined && (
          <p className="field-error" role="alert">
            {failure.text}
          </p>
        )}
      </Form>
    </Dialog>
  );
}

/** Shows the reply's sender, its recipient, and the reply-to address. */
function Envelope({ from_name, to, reply_to }: Schema<'ReplyPreview'>) {
  const t = useTexts('replies');
  const { noAddress } = useTexts('submission');
  return (
    <dl className="reply-envelope">
      <dt>{t.from}</dt>
      <dd>{from_name}</dd>
      <dt>{t.to}</dt>
      <dd>{to ?? noAddress}</dd>
      <dt>{t.answers}</dt>
      <dd>{reply_to ?? t.answersToSender}</dd>
    </dl>
  );
}

function TemplateSelect({ onChoose }: { onChoose: (template: Schema<'ReplyTemplate'>) => void }) {
  const t = useTexts('replies');
  const { data: templates = [] } = useQuery(templatesQuery);
  if (templates.length === 0) return null;
  return (
    <Select
      label={t.template}
      value=""
      onChange={(chosen) => {
        const template = templates.find(({ id }) => id === chosen);
        if (template) onChoose(template);
      }}
      options={[
        { value: '', label: t.chooseTemplate },
        ...templates.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

function failureOf(error: unknown, textOf: (error: unknown) => string, tooMany: string) {
  const field = error instanceof ApiError ? error.fields.find(({ path }) => path !== '') : undefined;
  if (field) return { path: field.path, text: field.message };
  const isLimit = error instanceof ApiError && error.status === 429;
  return { path: undefined, text: isLimit ? tooMany : textOf(error) };
}
