/** Lets the user select the columns of a CSV export. All columns are included by default. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { remember, remembered } from '../app/preferences.ts';
import { fieldsQuery } from '../inbox/shown-columns.ts';
import { useTexts } from '../texts/texts.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { columnsOf } from './export-options.ts';

export interface ColumnChoice {
  readonly all: ReturnType<typeof columnsOf>;
  /** Undefined if all columns are included. */
  readonly chosen: readonly string[] | undefined;
  readonly choose: (columns: readonly string[]) => void;
}

/** Returns a form's columns, and the column selection stored on this device. */
export function useColumnChoice(formId: string | undefined): ColumnChoice {
  const { data } = useQuery({ ...fieldsQuery(formId ?? ''), enabled: formId !== undefined });
  const [, setVersion] = useState(0);
  const key = `export without ${formId ?? ''}`;
  const all = formId === undefined ? [] : columnsOf((data?.data ?? []).filter(({ type }) => type !== 'file'));
  const out = remembered(key)?.split('\n') ?? [];
  const chosen = all.map(({ column }) => column).filter((column) => !out.includes(column));
  return {
    all,
    chosen: chosen.length === all.length ? undefined : chosen,
    choose: (columns) => {
      const names = all.map(({ column }) => column).filter((column) => !columns.includes(column));
      remember(key, names.length === 0 ? undefined : names.join('\n'));
      setVersion((version) => version + 1);
    },
  };
}

export function ExportColumns({ choice: { all, chosen, choose } }: { choice: ColumnChoice }) {
  const t = useTexts('exports');
  const isNone = chosen?.length === 0;
  return (
    <CheckboxGroup
      className="export-columns"
      value={[...(chosen ?? all.map(({ column }) => column))]}
      onChange={choose}
      isInvalid={isNone}
    >
      <Label className="field-label">{t.columns}</Label>
      <div className="export-column-boxes">
        {all.map(({ column, fixed, label }) => (
          <Checkbox key={column} value={column}>
            {fixed === undefined ? label : t.fixedColumns[fixed]}
          </Checkbox>
        ))}
      </div>
      {!isNone && (
        <Text slot="description" className="field-hint">
          {t.columnsHint}
        </Text>
      )}
      <FieldError className="field-error">{t.noColumns}</FieldError>
    </CheckboxGroup>
  );
}
