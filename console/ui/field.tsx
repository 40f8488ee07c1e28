/** Renders form fields with a label above the input, and a hint or an error below it. */
import { useId, type ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import { Button as AriaButton } from 'react-aria-components/Button';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useTexts } from '../texts/texts.tsx';

export interface TextFieldProps extends Omit<
  AriaTextFieldProps,
  'className' | 'style' | 'children' | 'isInvalid'
> {
  readonly label: string;
  /** Hides the label visually. Use it below a heading with the same text. */
  readonly isLabelHidden?: boolean;
  readonly hint?: ReactNode;
  /** Error message, either from the console or from the `errors` of the service's response. */
  readonly error?: string | undefined;
  readonly rows?: number;
  readonly placeholder?: string;
  /** Shown before the input, for example `https://`. */
  readonly prefix?: ReactNode;
  readonly isMono?: boolean;
}

/** Renders a single-line or multi-line text field. */
export function TextField({
  label,
  hint,
  error,
  rows,
  placeholder,
  prefix,
  isMono,
  isLabelHidden = false,
  ...rest
}: TextFieldProps) {
  const house = useTexts('house');
  return (
    <AriaTextField {...rest} className="field" isInvalid={error !== undefined}>
      <Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>
        {label}
        {rest.isRequired === false && <span className="soft"> ({house.optional})</span>}
      </Label>
      <div className="field-box" data-mono={isMono}>
        {prefix !== undefined && <span className="field-prefix">{prefix}</span>}
        {rows === undefined ? (
          <Input className="input" placeholder={placeholder} />
        ) : (
          <TextArea className="input" rows={rows} placeholder={placeholder} />
        )}
      </div>
      {hint !== undefined && error === undefined && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  );
}

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Id of the input, used by shortcuts such as `/`. */
  readonly inputId?: string;
  readonly isBusy?: boolean;
}

/** Renders a field for searching the content below it. The label is used as the placeholder. */
export function SearchField({ label, value, onChange, inputId, isBusy = false }: SearchFieldProps) {
  const house = useTexts('house');
  const ownId = useId();
  return (
    <AriaSearchField
      className="search"
      aria-label={label}
      value={value}
      onChange={onChange}
      id={inputId ?? ownId}
    >
      <Search size={14} aria-hidden />
      <Input className="input" placeholder={label} />
      {isBusy && <span className="spinner" aria-hidden />}
      <AriaButton className="search-clear" aria-label={house.clearSearch}>
        <X size={13} aria-hidden />
      </AriaButton>
    </AriaSearchField>
  );
}
