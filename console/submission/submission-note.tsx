/** Edits the internal note on a submission. Entered text is kept until it's saved or discarded. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, changeIfUnchanged, fetchedWithEtag, type Schema } from '../api/api-client.ts';
import { useErrorText } from '../app/error-text.ts';
import { ApiError, ChangedMeanwhile } from '../api/api-error.ts';
import { useDraft } from '../app/drafts.ts';
import { useMay } from '../app/session.tsx';
import { useShortcuts } from '../app/shortcuts.ts';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.ts';
import { useTimeline } from './submission-query.ts';

type Submission = Schema<'Submission'>;

const MAX_CHARACTERS = 4000;
/** Show the number of remaining characters when it drops below this value. */
const FEW_LEFT = 300;

interface NoteDraft {
  readonly text: string;
  /**
   * The stored note when the user started editing. If the stored note has changed since then, someone else
   * edited it.
   */
  readonly base: string;
}
const isNoteDraft = (value: unknown): value is NoteDraft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  'base' in value &&
  typeof value.text === 'string' &&
  typeof value.base === 'string';

export function SubmissionNote({ submission }: { submission: Submission }) {
  const t = useTexts('submission');
  const mayWrite = useMay('write');
  return (
    <section className="submission-part">
      <h3>{t.note}</h3>
      {mayWrite ? (
        <NoteEditor submission={submission} />
      ) : submission.note === null ? (
        <p className="soft">{t.noNote}</p>
      ) : (
        <p className="value-text">{submission.note}</p>
      )}
      {submission.note !== null && <NoteAuthor submissionId={submission.id} />}
    </section>
  );
}

/** Says who saved the note and when. Shows nothing if the timeline no longer contains this change. */
function NoteAuthor({ submissionId }: { submissionId: string }) {
  const t = useTexts('submission');
  const { data } = useTimeline(submissionId);
  const last = data?.data.findLast((entry) => entry.type === 'note');
  if (last?.action !== 'set') return null;
  return (
    <p className="soft note-author">
      {t.noteSet(t.actor[last.actor.type](last.actor.name))} · <Time at={last.at} />
    </p>
  );
}

function NoteEditor({ submission }: { submission: Submission }) {
  const t = useTexts('submission');
  const house = useTexts('house');
  const textOf = useErrorText();
  const queries = useQueryClient();
  const { id } = submission;
  const saved = submission.note ?? '';
  const draft = useDraft<NoteDraft>(`note ${id}`, { text: saved, base: saved }, isNoteDraft);
  const [theirs, setTheirs] = useState<string>();
  const { text, base } = draft.value;
  const isChanged = draft.isChanged && text.trim() !== base.trim();
  const left = MAX_CHARACTERS - text.length;

  const save = useMutation({
    mutationFn: (expected: string) => saveNote(id, text.trim(), expected),
    onSuccess: (changed) => {
      queries.setQueryData<Submission>(['submission', id], changed);
      draft.clear();
      setTheirs(undefined);
      toast({ text: t.noteSaved });
    },
    onError: (error) => {
      if (error instanceof ChangedMeanwhile) setTheirs((error.current as Submission).note ?? '');
    },
  });
  const submit = (): void => {
    if (isChanged && left >= 0 && theirs === undefined && !save.isPending) save.mutate(base);
  };
  const fieldId = `note-${id}`;
  useShortcuts([
    { keys: 'n', label: t.note, run: () => document.getElementById(fieldId)?.focus() },
    { keys: 'mod+Enter', run: submit },
  ]);
  const failure =
    save.error && !(save.error instanceof ChangedMeanwhile) ? refusalOf(save.error, textOf) : undefined;
  return (
    <>
      <LeaveGuard isChanged={isChanged} />
      <TextField
        label={t.note}
        isLabelHidden
        id={fieldId}
        rows={isChanged || saved !== '' ? 4 : 2}
        value={text}
        onChange={(value) => {
          save.reset();
          if (value === base && theirs === undefined) draft.clear();
          else draft.change({ text: value, base });
        }}
        error={left < 0 ? t.noteTooLong(-left) : failure}
        hint={isChanged && left < FEW_LEFT ? t.noteLength(left) : t.noteHint}
      />
      {theirs !== undefined && (
        <div className="note-conflict" role="alert">
          <p>{t.noteConflict}</p>
          <dl className="values">
            <div className="value-row">
              <dt>{t.noteTheirs}</dt>
              <dd className="value-text">{theirs === '' ? t.noNote : theirs}</dd>
            </div>
            <div className="value-row">
              <dt>{t.noteYours}</dt>
              <dd className="value-text">{text.trim() === '' ? t.noNote : text}</dd>
            </div>
          </dl>
          <div className="note-actions">
            <Button isPending={save.isPending} onPress={() => save.mutate(theirs)}>
              {t.keepMine}
            </Button>
            <Button
              kind="quiet"
              onPress={() => {
                draft.clear();
                setTheirs(undefined);
                void queries.invalidateQueries({ queryKey: ['submission', id] });
              }}
            >
              {t.useTheirs}
            </Button>
          </div>
        </div>
      )}
      {isChanged && theirs === undefined && (
        <div className="note-actions">
          <Button isSmall onPress={submit} isPending={save.isPending} isDisabled={left < 0}>
            {t.saveNote}
          </Button>
          <Button isSmall kind="quiet" onPress={draft.clear}>
            {t.discardNote}
          </Button>
          <span className="soft" role="status">
            {save.isPending ? house.loading : t.noteUnsaved}
          </span>
        </div>
      )}
    </>
  );
}

/**
 * Returns the error message to show next to the note: the service's message about the note or, for other
 * errors, a general one.
 */
function refusalOf(error: unknown, textOf: (error: unknown) => string): string {
  const field = error instanceof ApiError ? error.fields.find(({ path }) => path === 'note') : undefined;
  const id = error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
  const text = field?.message ?? textOf(error);
  return id === undefined ? text : `${text} (${id})`;
}

const MAX_ATTEMPTS = 3;

/**
 * Saves the note unless someone else has changed it. Changes to other properties of the submission, such as
 * a new star, don't conflict.
 * @throws ChangedMeanwhile if the note has changed
 * @throws ApiError, NoConnection
 */
async function saveNote(id: string, text: string, expected: string): Promise<Submission> {
  const params = { path: { id } };
  const read = () => fetchedWithEtag(api.GET('/v1/submissions/{id}', { params, cache: 'no-store' }));
  let known = await read();
  for (let tries = 1; ; tries += 1) {
    if ((known.data.note ?? '') !== expected) throw new ChangedMeanwhile(known.data, known.etag);
    try {
      const body = { note: text === '' ? null : text };
      const { data } = await changeIfUnchanged(
        known.etag,
        (headers) => api.PATCH('/v1/submissions/{id}', { params, body, headers }),
        () => api.GET('/v1/submissions/{id}', { params }),
      );
      return data;
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || tries === MAX_ATTEMPTS) throw error;
      known = { data: error.current as Submission, etag: error.etag };
    }
  }
}
