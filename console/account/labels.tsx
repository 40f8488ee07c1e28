/** Manages the account's labels: their names and colors. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import Trash from 'lucide-react/icons/trash-2';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { LabelChip } from '../handling/label-chip.tsx';
import { labelsQuery } from '../handling/handling-query.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Loaded } from '../ui/states.tsx';

type Label = Schema<'Label'>;
type Draft = Pick<Label, 'name' | 'color'>;

const NEW: Draft = { name: '', color: '#2f7dd1' };

/** Returns a mutation that changes a label and then refreshes everything that shows labels. */
function useLabelChange<Input>(send: (input: Input) => Promise<unknown>, onDone: () => void) {
  const queries = useQueryClient();
  const onError = useFailureToast();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['labels'] });
      void queries.invalidateQueries({ queryKey: ['submissions'] });
      void queries.invalidateQueries({ queryKey: ['submission'] });
      onDone();
    },
    onError,
  });
}

export function Labels({ mayChange }: { mayChange: boolean }) {
  const t = useTexts('handling');
  const house = useTexts('house');
  const query = useQuery(labelsQuery);
  const [edited, setEdited] = useState<Label>();
  const [doomed, setDoomed] = useState<Label>();
  const remove = useLabelChange(
    (id: string) => fetched(api.DELETE('/v1/labels/{id}', { params: { path: { id } } })),
    () => setDoomed(undefined),
  );
  return (
    <>
      <Loaded query={query}>
        {(labels) =>
          labels.length > 0 && (
            <ul className="label-list">
              {labels.map((label) => (
                <li key={label.id}>
                  {edited?.id === label.id ? (
                    <LabelForm label={label} onDone={() => setEdited(undefined)} />
                  ) : (
                    <>
                      <LabelChip label={label} />
                      {mayChange && (
                        <span className="label-actions">
                          <Button isSmall kind="quiet" onPress={() => setEdited(label)}>
                            {t.edit}
                          </Button>
                          <IconButton
                            isSmall
                            label={t.deleteNamed(label.name)}
                            icon={<Trash size={14} aria-hidden />}
                            onPress={() => setDoomed(label)}
                          />
                        </span>
                      )}
                    </>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {mayChange && <LabelForm label={undefined} onDone={() => undefined} />}
      <Confirm
        title={t.deleteTitle(doomed?.name ?? '')}
        text={<p>{t.deleteText}</p>}
        confirm={house.delete}
        isOpen={doomed !== undefined}
        isBusy={remove.isPending}
        onConfirm={() => doomed && remove.mutate(doomed.id)}
        onClose={() => setDoomed(undefined)}
      />
    </>
  );
}

/** @param label the label to change, or undefined to create one */
function LabelForm({ label, onDone }: { label: Label | undefined; onDone: () => void }) {
  const t = useTexts('handling');
  const house = useTexts('house');
  const [draft, setDraft] = useState<Draft>(label ?? NEW);
  const save = useLabelChange(
    ({ name, color }: Draft) =>
      label
        ? fetched(api.PATCH('/v1/labels/{id}', { params: { path: { id: label.id } }, body: { name, color } }))
        : fetched(api.POST('/v1/labels', { body: { name, color } })),
    () => {
      setDraft(NEW);
      onDone();
    },
  );
  return (
    <form
      className="label-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.name.trim() !== '') save.mutate(draft);
      }}
    >
      <TextField
        label={label ? t.name : t.newLabel}
        value={draft.name}
        maxLength={40}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <label className="field">
        <span className="field-label">{t.color}</span>
        <input
          type="color"
          value={draft.color}
          onChange={({ target }) => setDraft({ ...draft, color: target.value })}
        />
      </label>
      <Button type="submit" isPending={save.isPending}>
        {label ? house.save : t.create}
      </Button>
      {label && <Button onPress={onDone}>{house.cancel}</Button>}
    </form>
  );
}
