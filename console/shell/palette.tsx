/** Shows the command palette (`⌘K`), which finds screens, forms and actions as you type. */
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { formsQuery } from '../api/all-forms.ts';
import { navigate } from '../app/current-address.ts';
import { keyNames, useAllShortcuts } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { usePlaces } from './navigation.tsx';

interface Item {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly keys?: string;
  readonly run: () => void;
}

/**
 * Renders the palette using the WAI-ARIA combobox pattern: the focus stays in the input, and screen readers
 * announce the row that Enter would run.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts('shell');
  const listId = useId();
  const all = useItems();
  const [typed, setTyped] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const wanted = folded(typed);
  const items = all.filter(({ label, note = '' }) => folded(`${label} ${note}`).includes(wanted));
  const index = Math.max(
    0,
    items.findIndex(({ id }) => id === activeId),
  );
  const active = items[index];
  const run = (item: Item | undefined): void => {
    if (!item) return;
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, Item | undefined>> = {
      ArrowDown: items[index + 1] ?? items[0],
      ArrowUp: items[index - 1] ?? items.at(-1),
    };
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && !(event.key in targets))) return;
    event.preventDefault();
    if (event.key === 'Enter') run(active);
    else setActiveId(targets[event.key]?.id);
  };
  return (
    <ModalOverlay className="overlay of-palette" isOpen onOpenChange={onClose} isDismissable>
      <Modal className="palette">
        <Dialog aria-label={t.palette} className="dialog">
          <div className="palette-field">
            {/* eslint-disable jsx-a11y-x/no-autofocus -- the dialog gets the focus anyway, and typing is its only purpose */}
            <input
              autoFocus
              className="input"
              role="combobox"
              aria-label={t.palette}
              aria-expanded
              aria-autocomplete="list"
              aria-controls={listId}
              aria-activedescendant={active && `${listId} ${index}`}
              autoComplete="off"
              spellCheck={false}
              placeholder={t.palette}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setActiveId(undefined);
              }}
              onKeyDown={onKeyDown}
            />
            {/* eslint-enable jsx-a11y-x/no-autofocus */}
          </div>
          <div className="menu palette-menu" id={listId} role="listbox" aria-label={t.palette}>
            {items.map((item, nth) => (
              <PaletteRow
                key={item.id}
                id={`${listId} ${nth}`}
                item={item}
                isActive={item === active}
                onPoint={() => setActiveId(item.id)}
                onRun={() => run(item)}
              />
            ))}
          </div>
          <p className="palette-empty soft" role="status" hidden={items.length > 0}>
            {items.length === 0 && t.paletteEmpty}
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface PaletteRowProps {
  readonly id: string;
  readonly item: Item;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}

function PaletteRow({ id, item, isActive, onPoint, onRun }: PaletteRowProps) {
  return (
    // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events -- the input handles the keys
    <div
      id={id}
      ref={(row) => {
        if (isActive) row?.scrollIntoView({ block: 'nearest' });
      }}
      className="option"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-focused={isActive || undefined}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <span className="option-text truncate">{item.label}</span>
      {item.note !== undefined && <span className="soft truncate">{item.note}</span>}
      {item.keys !== undefined && <kbd>{keyNames(item.keys).join(' ')}</kbd>}
    </div>
  );
}

/** Normalizes text for searching by removing case and accents, so that "cafe" finds "Café". */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

function useItems(): Item[] {
  const t = useTexts('shell');
  const places = usePlaces();
  const shortcuts = useAllShortcuts();
  const forms = useQuery(formsQuery);
  return [
    ...places.map(({ to, name, key }) => ({
      id: to,
      label: t[name],
      keys: `g ${key}`,
      run: () => void navigate({ to }),
    })),
    ...(forms.data ?? []).map(({ id, name }) => ({
      id,
      label: name,
      note: t.inbox,
      run: () => void navigate({ to: '/inbox', search: { form: id } }),
    })),
    ...shortcuts
      .filter(({ group }) => group === 'view')
      .flatMap(({ shortcuts: own }) => own)
      .flatMap(({ keys, label, run }) =>
        label === undefined ? [] : [{ id: `key ${keys}`, label, keys, run }],
      ),
  ];
}
