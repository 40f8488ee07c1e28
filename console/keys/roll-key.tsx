/** Replaces an API key with a new one and shows the new key once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useFormats } from '../app/formats.ts';
import { useMe } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/select.tsx';
import { useWarnedClose } from '../ui/shown-once.tsx';
import { toast } from '../ui/toast.ts';
import type { ApiKey } from './all-keys.ts';
import { KeyShownOnce } from './key-shown-once.tsx';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** The overlap periods to choose from, in seconds. */
const overlaps = ['0', String(HOUR_SECONDS), String(DAY_SECONDS), String(7 * DAY_SECONDS)] as const;
type Overlap = (typeof overlaps)[number];

interface Rolled {
  readonly key: Schema<'ApiKeyWithKey'>;
  /** Time at which the old key stops working. Undefined if it stopped working immediately. */
  readonly oldUntil: string | undefined;
}

export function RollKey({ of, onClose }: { of: ApiKey; onClose: () => void }) {
  const t = useTexts('keys');
  const formats = useFormats();
  const [rolled, setRolled] = useState<Rolled>();
  const { isWarned, close } = useWarnedClose(rolled !== undefined, onClose);
  return (
    <Dialog
      title={rolled ? t.rolledTitle(of.name) : t.rollTitle(of.name)}
      isOpen
      isSticky={rolled !== undefined}
      onClose={close}
    >
      {rolled ? (
        <KeyShownOnce of={rolled.key} isWarned={isWarned} onClose={onClose}>
          <p>{rolled.oldUntil === undefined ? t.oldEnded : t.oldUntil(formats.fullTime(rolled.oldUntil))}</p>
        </KeyShownOnce>
      ) : (
        <OverlapField of={of} onRolled={setRolled} onClose={onClose} />
      )}
    </Dialog>
  );
}

function OverlapField(props: { of: ApiKey; onRolled: (rolled: Rolled) => void; onClose: () => void }) {
  const { of, onRolled, onClose } = props;
  const t = useTexts('keys');
  const queries = useQueryClient();
  const onFailure = useFailureToast();
  const isOwn = useMe().id === of.id;
  const [overlap, setOverlap] = useState<Overlap>(String(DAY_SECONDS));
  const roll = useMutation({
    mutationFn: () =>
      fetched(
        api.POST('/v1/api-keys/{id}/roll', {
          params: { path: { id: of.id } },
          body: { overlap_seconds: Number(overlap) },
        }),
      ),
    onSuccess: (key) => {
      onRolled({ key, oldUntil: endOf(of, key.created_at, Number(overlap)) });
      void queries.invalidateQueries({ queryKey: ['keys'] });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        toast({ text: t.cannotRoll, isBad: true });
        void queries.invalidateQueries({ queryKey: ['keys'] });
        onClose();
      } else onFailure(error);
    },
  });
  return (
    <DialogForm submit={t.roll} isPending={roll.isPending} onSubmit={() => roll.mutate()} onCancel={onClose}>
      <p>{t.rollText}</p>
      <Select
        label={t.overlap}
        value={overlap}
        onChange={setOverlap}
        options={overlaps.map((value) => ({ value, label: labelOf(Number(value), t) }))}
      />
      {isOwn && <p className="key-warning">{t.rollOwn}</p>}
    </DialogForm>
  );
}

function labelOf(seconds: number, t: ReturnType<typeof useTexts<'keys'>>): string {
  if (seconds === 0) return t.overlapNone;
  return seconds < DAY_SECONDS ? t.hours(seconds / HOUR_SECONDS) : t.days(seconds / DAY_SECONDS);
}

/** Returns the time at which the old key stops working, or undefined if it stopped working immediately. */
function endOf({ expires_at }: ApiKey, rolledAt: string, overlap: number): string | undefined {
  if (overlap === 0) return undefined;
  const end = new Date(Date.parse(rolledAt) + overlap * 1000).toISOString();
  return expires_at !== null && expires_at < end ? expires_at : end;
}
