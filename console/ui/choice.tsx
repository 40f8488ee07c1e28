/** Renders choice controls: checkboxes, switches and radio buttons. */
import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from 'react-aria-components/Checkbox';
import { Label } from 'react-aria-components/Label';
import { RadioButton, RadioField, RadioGroup, type RadioGroupProps } from 'react-aria-components/RadioGroup';
import { SwitchButton, SwitchField, type SwitchFieldProps } from 'react-aria-components/Switch';
import { Text } from 'react-aria-components/Text';
import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';

export interface CheckboxProps extends Omit<CheckboxFieldProps, 'className' | 'style' | 'children'> {
  readonly children?: ReactNode;
  readonly hint?: ReactNode;
}

/** Renders a checkbox. Without children, it needs an `aria-label` or a table's slot. */
export function Checkbox({ children, hint, ...rest }: CheckboxProps) {
  return (
    <CheckboxField {...rest} className="checkbox-field">
      <CheckboxButton className="checkbox">
        {({ isIndeterminate }) => (
          <>
            <span className="checkbox-box">
              {isIndeterminate ? (
                <Minus size={12} strokeWidth={3} aria-hidden />
              ) : (
                <Check size={12} strokeWidth={3} aria-hidden />
              )}
            </span>
            {children}
          </>
        )}
      </CheckboxButton>
      {hint !== undefined && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
    </CheckboxField>
  );
}

export interface SwitchProps extends Omit<SwitchFieldProps, 'className' | 'style' | 'children'> {
  readonly children: ReactNode;
  readonly hint?: ReactNode;
}

/**
 * Renders an on/off switch for settings that take effect immediately. For values that are saved later, use
 * `Checkbox`.
 */
export function Switch({ children, hint, ...rest }: SwitchProps) {
  return (
    <SwitchField {...rest} className="switch-field">
      <SwitchButton className="switch">
        <span className="switch-track">
          <span className="switch-thumb" />
        </span>
        {children}
      </SwitchButton>
      {hint !== undefined && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
    </SwitchField>
  );
}

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

export interface RadiosProps<T extends string> extends Omit<
  RadioGroupProps,
  'className' | 'style' | 'children' | 'value' | 'onChange'
> {
  readonly label: string;
  /** Hides the label visually. Use it below a heading with the same text. */
  readonly isLabelHidden?: boolean;
  readonly options: readonly Option<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** Renders radio buttons. Use them for a few options that the user should compare. */
export function Radios<T extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
  ...rest
}: RadiosProps<T>) {
  return (
    <RadioGroup {...rest} className="radios" value={value} onChange={(chosen) => onChange(chosen as T)}>
      <Label className={isLabelHidden ? 'visually-hidden' : 'field-label'}>{label}</Label>
      {options.map((option) => (
        <RadioField key={option.value} value={option.value} className="radio-field">
          <RadioButton className="radio">
            <span className="radio-dot" />
            {option.label}
          </RadioButton>
          {option.hint !== undefined && (
            <Text slot="description" className="field-hint">
              {option.hint}
            </Text>
          )}
        </RadioField>
      ))}
    </RadioGroup>
  );
}
