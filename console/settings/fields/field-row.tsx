/**
 * Shows a declared field as a row that expands into its editor. The row can be dragged with the mouse or the
 * keyboard, and moved with buttons or with Alt and the arrow keys.
 */
import type { KeyboardEvent } from 'react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Trash from 'lucide-react/icons/trash-2';
import { Button as AriaButton } from 'react-aria-components/Button';
import { GridListItem } from 'react-aria-components/GridList';
import { useTexts } from '../../texts/texts.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FieldEditor } from './field-editor.tsx';
import { useSettings } from '../settings-draft.tsx';
import type { FormField } from '../settings-values.ts';

export interface FieldRowProps {
  readonly id: string;
  readonly index: number;
  readonly count: number;
  readonly field: FormField;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onChange: (field: FormField) => void;
  readonly onRemove: () => void;
}

export function FieldRow(props: FieldRowProps) {
  const { id, index, count, field, isOpen, onToggle, onMove, onChange, onRemove } = props;
  const t = useTexts('settings');
  const fieldTexts = useTexts('fields');
  const { mayWrite, errorPaths } = useSettings();
  const shown = field.label ?? field.name;
  const isWrong = errorPaths.some(
    (path) => path.startsWith(`fields.${index}.`) || path === `fields.${index}`,
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!event.altKey || by === undefined || !mayWrite) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <GridListItem id={id} textValue={shown} className="field-row">
      {/* Stop focus events from buttons and fields here, because otherwise the list would move the focus
          to its current row. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-static-element-interactions -- no interaction of its own */}
      <div onFocus={(event) => event.stopPropagation()}>
        <div className="field-row-head" onKeyDownCapture={onKeyDown}>
          {mayWrite && (
            <AriaButton slot="drag" className="field-row-grip">
              <GripVertical size={14} aria-hidden />
            </AriaButton>
          )}
          <AriaButton
            id={`${id}-toggle`}
            className="field-row-name"
            aria-expanded={isOpen}
            onPress={onToggle}
          >
            {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
            <span className="truncate">{shown}</span>
            {field.label !== undefined && field.label !== field.name && (
              <code className="soft truncate">{field.name}</code>
            )}
          </AriaButton>
          {isWrong && <Chip tone="bad">{t.refusedHere}</Chip>}
          {field.required && <Chip>{fieldTexts.required}</Chip>}
          <span className="field-row-type soft">{fieldTexts.types[field.type]}</span>
          {mayWrite && (
            <span className="field-row-buttons">
              <IconButton
                id={`${id}-up`}
                isSmall
                label={fieldTexts.moveUp(shown)}
                icon={<ArrowUp size={14} aria-hidden />}
                isDisabled={index === 0}
                onPress={() => onMove(-1)}
              />
              <IconButton
                id={`${id}-down`}
                isSmall
                label={fieldTexts.moveDown(shown)}
                icon={<ArrowDown size={14} aria-hidden />}
                isDisabled={index === count - 1}
                onPress={() => onMove(1)}
              />
              <IconButton
                isSmall
                label={t.remove(shown)}
                icon={<Trash size={14} aria-hidden />}
                onPress={onRemove}
              />
            </span>
          )}
        </div>
        {isOpen && <FieldEditor index={index} field={field} onChange={onChange} />}
      </div>
    </GridListItem>
  );
}
