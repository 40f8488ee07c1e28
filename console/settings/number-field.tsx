/**
 * Renders a number field that accepts whole numbers by default. Invalid input shows an error and isn't passed
 * to the caller.
 */
import { useState } from 'react';
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { TextField } from '../ui/field.tsx';

export interface NumberFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  /** Undefined if the field is empty. */
  readonly onChange: (value: number | undefined) => void;
  readonly least?: number;
  readonly most?: number;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean;
  /** Allows the user to leave the field empty. */
  readonly mayBeEmpty?: boolean;
  /** Allows fractions in addition to whole numbers. */
  readonly isFraction?: boolean;
}

export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, least = -Infinity, most = Infinity, hint, error } = props;
  const { isReadOnly = false, mayBeEmpty = false, isFraction = false } = props;
  const t = useTexts('settings');
  const formats = useFormats();
  const [typed, setTyped] = useState({ text: shownOf(value), value });
  // If `value` no longer matches, it was changed elsewhere: either the draft was discarded, or someone else
  // saved a new value.
  const text = typed.value === value ? typed.text : shownOf(value);
  const number = Number(text);
  const isEmpty = text.trim() === '';
  const fits =
    Number.isFinite(number) && number >= least && number <= most && (isFraction || Number.isInteger(number));
  const isWrong = isEmpty ? !mayBeEmpty : !fits;
  const wrong = Number.isFinite(most)
    ? t.numberBetween(formats.number(least), formats.number(most))
    : t.numberNeeded;
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode={isFraction ? 'decimal' : 'numeric'}
      value={text}
      isReadOnly={isReadOnly}
      error={isWrong ? wrong : error}
      onChange={(next) => {
        const parsed = next.trim() === '' ? undefined : Number(next);
        const isTaken =
          parsed === undefined
            ? mayBeEmpty
            : Number.isFinite(parsed) &&
              parsed >= least &&
              parsed <= most &&
              (isFraction || Number.isInteger(parsed));
        setTyped({ text: next, value: isTaken ? parsed : value });
        if (isTaken) onChange(parsed);
      }}
    />
  );
}

const shownOf = (value: number | undefined): string => (value === undefined ? '' : String(value));
