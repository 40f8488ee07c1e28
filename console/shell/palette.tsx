/** Shows the command palette (`⌘K`), which searches everything as the user types. */
import { useId, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { keyNames, returnFocus } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { usePaletteItems, type PaletteItem } from './palette-items.ts';

/**
 * Renders the palette using the WAI-ARIA combobox pattern: the focus stays in the input, and screen readers
 * announce the row that Enter would run.
 */
export function Palette(props: {
  /** Text that the user typed while the palette was loading. */
  typedAhead: string;
  onClose: () => void;
}) {
  const { typedAhead, onClose } = props;
  const t = useTexts('shell');
  const listId = useId();
  const [typed, setTyped] = useState(typedAhead);
  const [activeId, setActiveId] = useState<string>();
  const items = usePaletteItems(typed);
  const index = Math.max(
    0,
    items.findIndex(({ id }) => id === activeId),
  );
  const active = items[index];
  const run = (item: PaletteItem | undefined): void => {
    if (!item) return;
    // Close the palette first, because actions apply to the row that has the focus.
    flushSync(onClose);
    returnFocus();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const targets: Readonly<Record<string, PaletteItem | undefined>> = {
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
            {/* eslint-disable jsx-a11y-x/no-autofocus -- the dialog takes the focus anyway, and typing is its only purpose */}
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
  readonly item: PaletteItem;
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
