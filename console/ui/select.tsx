/**
 * Renders a select control, for options that don't all need to be visible. Uses the browser's native control,
 * which works with every keyboard, phone and screen reader.
 */
import { useId, type ReactNode } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Option } from './choice.tsx';

export interface SelectProps<T extends string> {
  readonly label: string;
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** Hides the label visually. Use this in toolbars. */
  readonly isLabelHidden?: boolean;
  /** Hint below the control. Defaults to the selected option's hint. */
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, options, value, onChange, isLabelHidden = false, error, isDisabled = false } = props;
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  const hint = error ?? props.hint ?? (isLabelHidden ? undefined : chosen?.hint);
  return (
    <div className="field" data-invalid={error === undefined ? undefined : true}>
      <label className={isLabelHidden ? 'visually-hidden' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      <span className="select">
        <select
          id={id}
          className="button secondary select-button"
          value={value}
          disabled={isDisabled}
          aria-invalid={error !== undefined}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={({ target }) => {
            const picked = options.find((option) => option.value === target.value);
            if (picked) onChange(picked.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {isLabelHidden && option.hint ? `${option.label} · ${option.hint}` : option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={14} aria-hidden />
      </span>
      {hint !== undefined && (
        <span id={`${id}-hint`} className={error === undefined ? 'field-hint' : 'field-error'}>
          {hint}
        </span>
      )}
    </div>
  );
}
