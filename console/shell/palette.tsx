/** `⌘K`: every screen, every form and what can be done here, found by typing. */
import { useQuery } from '@tanstack/react-query';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { TextField } from 'react-aria-components/TextField';
import { Keyboard } from 'react-aria-components/Keyboard';
import { useFilter } from 'react-aria/useFilter';
import { navigate } from '../app/current-address.ts';
import { useTexts } from '../texts/texts.tsx';
import { formsQuery } from '../api/all-forms.ts';
import { usePlaces } from './navigation.tsx';
import { keyNames, useAllShortcuts } from '../app/shortcuts.ts';

interface Item {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly keys?: string;
  readonly run: () => void;
}

export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTexts('shell');
  const { contains } = useFilter({ sensitivity: 'base' });
  const items = useItems();
  return (
    <ModalOverlay className="overlay of-palette" isOpen onOpenChange={onClose} isDismissable>
      <Modal className="palette">
        <Dialog aria-label={t.palette} className="dialog">
          <Autocomplete filter={contains}>
            {/* eslint-disable-next-line jsx-a11y-x/no-autofocus -- the dialog takes the focus anyway; its field is what it is for */}
            <TextField aria-label={t.palette} autoFocus className="palette-field">
              <Input className="input" placeholder={t.palette} />
            </TextField>
            <Menu
              className="menu palette-menu"
              aria-label={t.palette}
              items={items}
              renderEmptyState={() => <p className="palette-empty soft">{t.paletteEmpty}</p>}
            >
              {(item) => (
                <MenuItem
                  id={item.id}
                  className="option"
                  textValue={`${item.label} ${item.note ?? ''}`}
                  onAction={() => {
                    onClose();
                    item.run();
                  }}
                >
                  <span className="option-text truncate">{item.label}</span>
                  {item.note !== undefined && <span className="soft truncate">{item.note}</span>}
                  {item.keys !== undefined && <Keyboard>{keyNames(item.keys).join(' ')}</Keyboard>}
                </MenuItem>
              )}
            </Menu>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

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
