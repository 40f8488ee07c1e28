/**
 * Edits a form's declared fields: their order, names, types and limits. If no fields are declared, the form
 * accepts any field.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type Key } from 'react';
import Plus from 'lucide-react/icons/plus';
import { GridList } from 'react-aria-components/GridList';
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import { fieldsQuery } from '../../inbox/shown-columns.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Radios } from '../../ui/choice.tsx';
import { Section } from '../../ui/page.tsx';
import { FieldRow } from './field-row.tsx';
import { ProposeFromHtml } from './propose-from-html.tsx';
import { useSettings } from '../settings-draft.tsx';
import type { FormField } from '../settings-values.ts';

const MAX_FIELDS = 100;

export function FieldsSection() {
  const t = useTexts('settings');
  const fieldTexts = useTexts('fields');
  const { settings, set, mayWrite, errorAt } = useSettings();
  const { fields } = settings;
  const [opened, setOpened] = useState<string>();
  const [announced, setAnnounced] = useState('');
  const keys = useKeys(fields.length);
  const focusNext = useFocusAfterMove();
  const change = (next: readonly FormField[]): void => set('fields', [...next]);

  const moveTo = (from: number, to: number): void => {
    const moved = fields[from];
    if (to < 0 || to >= fields.length || to === from || !moved) return;
    const order = fields.toSpliced(from, 1).toSpliced(to, 0, moved);
    keys.move(from, to);
    change(order);
    setAnnounced(fieldTexts.movedTo(moved.label ?? moved.name, to + 1, order.length));
  };
  const move = (from: number, by: -1 | 1): void => {
    const to = from + by;
    focusNext(keys.at(from), by, to <= 0 || to >= fields.length - 1);
    moveTo(from, to);
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (dragged) => [...dragged].map((key) => ({ 'text/plain': nameAt(fields, keys.indexOf(key)) })),
    onReorder: ({ keys: dragged, target }) => {
      const from = keys.indexOf([...dragged][0] ?? '');
      const onto = keys.indexOf(target.key) + (target.dropPosition === 'after' ? 1 : 0);
      moveTo(from, onto > from ? onto - 1 : onto);
    },
  });
  const add = (): void => {
    setOpened(keys.add());
    change([...fields, { name: freeName(fields), type: 'text' }]);
  };
  return (
    <>
      <Section
        title={t.sections.fields}
        hint={fields.length === 0 ? fieldTexts.noFieldsHint : fieldTexts.fieldsHint}
      >
        {fields.length > 0 && (
          <GridList
            className="field-rows"
            aria-label={t.sections.fields}
            // The arrow keys must work in the rows' text fields, so use Tab to move within a row.
            keyboardNavigationBehavior="tab"
            {...(mayWrite && { dragAndDropHooks })}
          >
            {fields.map((field, index) => (
              <FieldRow
                key={keys.at(index)}
                id={keys.at(index)}
                index={index}
                count={fields.length}
                field={field}
                isOpen={opened === keys.at(index)}
                onToggle={() => setOpened(opened === keys.at(index) ? undefined : keys.at(index))}
                onMove={(by) => move(index, by)}
                onChange={(next) => change(fields.with(index, next))}
                onRemove={() => {
                  keys.remove(index);
                  change(fields.toSpliced(index, 1));
                }}
              />
            ))}
          </GridList>
        )}
        <p className="visually-hidden" role="status">
          {announced}
        </p>
        {errorAt('fields') !== undefined && <p className="field-error">{errorAt('fields')}</p>}
        {mayWrite && (
          <div className="settings-row start">
            {fields.length < MAX_FIELDS && (
              <Button icon={<Plus size={14} aria-hidden />} onPress={add}>
                {fieldTexts.addField}
              </Button>
            )}
            <ProposeFromHtml onTake={change} />
            {fields.length === 0 && <FromSubmissions onTake={change} />}
          </div>
        )}
      </Section>
      {fields.length > 0 && (
        <Section title={t.members.unknown_fields} hint={fieldTexts.unknownHint}>
          <Radios
            label={fieldTexts.unknownDo}
            isLabelHidden
            value={settings.unknown_fields}
            isReadOnly={!mayWrite}
            onChange={(rule) => set('unknown_fields', rule)}
            options={(['keep', 'drop', 'refuse'] as const).map((value) => ({
              value,
              label: fieldTexts.unknown[value],
              hint: fieldTexts.unknownHints[value],
            }))}
          />
        </Section>
      )}
    </>
  );
}

/** Offers to declare the fields that occur in the latest submissions. */
function FromSubmissions({ onTake }: { onTake: (fields: readonly FormField[]) => void }) {
  const t = useTexts('fields');
  const { form } = useSettings();
  const { data } = useQuery(fieldsQuery(form.id));
  const seen = data?.data ?? [];
  if (seen.length === 0) return null;
  return (
    <Button kind="quiet" onPress={() => onTake(seen.map(({ name, type }) => ({ name, type })))}>
      {t.fromSubmissions(seen.length)}
    </Button>
  );
}

const nameAt = (fields: readonly FormField[], index: number): string => fields[index]?.name ?? '';

function freeName(fields: readonly FormField[]): string {
  const names = new Set(fields.map(({ name }) => name));
  for (let number = fields.length + 1; ; number += 1) {
    if (!names.has(`field_${number}`)) return `field_${number}`;
  }
}

/** Returns a React key for each row, because fields have no ids. When a row moves, its key moves with it. */
function useKeys(count: number) {
  const [known, setKnown] = useState<readonly string[]>([]);
  // Rows that appear when the user discards or reloads changes have no key yet, so derive one from their
  // position.
  const keys = Array.from({ length: count }, (_, index) => known[index] ?? `field-row-${index}`);
  return {
    at: (index: number): string => keys[index] ?? '',
    add: (): string => {
      const key = `field-row-${crypto.randomUUID()}`;
      setKnown([...keys, key]);
      return key;
    },
    remove: (index: number): void => setKnown(keys.toSpliced(index, 1)),
    indexOf: (key: Key): number => keys.indexOf(String(key)),
    move: (from: number, to: number): void =>
      setKnown(keys.toSpliced(from, 1).toSpliced(to, 0, keys[from] ?? '')),
  };
}

/**
 * Restores the focus after a row moves, because moving the row's element makes it lose the focus. If the
 * button is now disabled, focuses the button for the opposite direction.
 */
function useFocusAfterMove() {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    document.getElementById(wanted.current)?.focus();
    wanted.current = undefined;
  });
  return (key: string, by: -1 | 1, isAtEnd: boolean): void => {
    const direction = by === -1 ? 'up' : 'down';
    const other = by === -1 ? 'down' : 'up';
    const isToggle = document.activeElement?.id === `${key}-toggle`;
    wanted.current = isToggle ? `${key}-toggle` : `${key}-${isAtEnd ? other : direction}`;
  };
}
