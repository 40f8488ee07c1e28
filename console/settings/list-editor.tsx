/** Edits a list of short strings. Items can be added and removed. */
import { useState, type ReactNode } from 'react';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { Button, IconButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';

export interface ListEditorProps {
  readonly label: string;
  /** Hides the label visually. Use this below a heading with the same text. */
  readonly isLabelHidden?: boolean;
  readonly hint?: string;
  readonly addLabel: string;
  /** Returns the accessible name of the button that removes an item. */
  readonly removeLabel: (item: string) => string;
  readonly placeholder?: string;
  readonly items: readonly string[];
  readonly most: number;
  readonly isReadOnly: boolean;
  /** Returns additional content to show after an item. */
  readonly beside?: (item: string) => ReactNode;
  readonly errorOf?: (index: number) => string | undefined;
  /** Converts the entered text to a list item, or returns undefined if the text is invalid. */
  readonly parse: (text: string) => string | undefined;
  /** Error message to show if the entered text is invalid. */
  readonly wrong: string;
  readonly onChange: (items: readonly string[]) => void;
}

export function ListEditor(props: ListEditorProps) {
  const {
    label,
    isLabelHidden = false,
    hint,
    addLabel,
    removeLabel,
    placeholder,
    items,
    most,
    isReadOnly,
  } = props;
  const { beside, errorOf, parse, wrong, onChange } = props;
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const add = (): void => {
    const item = parse(text.trim());
    setIsWrong(item === undefined && text.trim() !== '');
    if (item === undefined) return;
    setText('');
    if (!items.includes(item)) onChange([...items, item]);
  };
  return (
    <div className="list-editor">
      {items.length > 0 && (
        <ul aria-label={label}>
          {items.map((item, index) => (
            <li key={item}>
              <span className="list-item">{item}</span>
              {beside?.(item)}
              {!isReadOnly && (
                <IconButton
                  isSmall
                  label={removeLabel(item)}
                  icon={<X size={14} aria-hidden />}
                  onPress={() => onChange(items.filter((each) => each !== item))}
                />
              )}
              {errorOf?.(index) !== undefined && <p className="field-error">{errorOf(index)}</p>}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && items.length < most && (
        <div className="list-add">
          <TextField
            label={label}
            isLabelHidden={isLabelHidden}
            {...(hint !== undefined && { hint })}
            {...(placeholder !== undefined && { placeholder })}
            value={text}
            onChange={(value) => {
              setText(value);
              setIsWrong(false);
            }}
            error={isWrong ? wrong : undefined}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <Button icon={<Plus size={14} aria-hidden />} onPress={add}>
            {addLabel}
          </Button>
        </div>
      )}
      {isReadOnly && items.length === 0 && <p className="field-label">{label}: –</p>}
    </div>
  );
}
