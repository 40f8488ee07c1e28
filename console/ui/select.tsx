/** One of several that need not all be seen. */
import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { Text } from 'react-aria-components/Text';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Option } from './choice.tsx';

export interface SelectProps<T extends string> {
  readonly label: string;
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** The label is read out and not shown: in a toolbar. */
  readonly isLabelHidden?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean;
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, options, value, onChange, isLabelHidden = false, hint, error, icon, isDisabled } = props;
  return (
    <AriaSelect
      className="field"
      value={value}
      onChange={(chosen) => onChange(String(chosen) as T)}
      isInvalid={error !== undefined}
      {...(isDisabled !== undefined && { isDisabled })}
      {...(isLabelHidden && { 'aria-label': label })}
    >
      {!isLabelHidden && <Label className="field-label">{label}</Label>}
      <AriaButton className="button secondary select-button">
        {icon}
        <SelectValue className="truncate">{({ selectedText }) => selectedText}</SelectValue>
        <ChevronDown size={14} aria-hidden />
      </AriaButton>
      {hint !== undefined && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
      <Popover className="popover" offset={4}>
        <ListBox className="listbox" items={options.map((option) => ({ id: option.value, ...option }))}>
          {(option) => (
            <ListBoxItem className="option" textValue={option.label}>
              {({ isSelected }) => (
                <>
                  <span className="option-text">
                    <Text slot="label">{option.label}</Text>
                    {option.hint !== undefined && (
                      <Text slot="description" className="soft">
                        {option.hint}
                      </Text>
                    )}
                  </span>
                  {isSelected && <Check size={14} aria-hidden />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
