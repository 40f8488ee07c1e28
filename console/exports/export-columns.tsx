/** Lets the user select the columns of an exported table. */
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
import { ALL_FIELDS, columnsOf, type Column } from './export-options.ts';

export interface ColumnChoice {
  readonly all: readonly Column[];
  readonly chosen: readonly string[];
  readonly choose: (columns: readonly string[]) => void;
}

/**
 * Returns the columns for one form or all forms, and the column selection stored on this device.
 * @param formId undefined for an export of all forms
 */
export function useColumnChoice(formId: string | undefined): ColumnChoice {
  const { data } = useQuery({ ...fieldsQuery(formId ?? ''), enabled: formId !== undefined });
  const [, setVersion] = useState(0);
  const fields = (data?.data ?? []).filter(({ type }) => type !== 'file');
  const all = columnsOf(formId === undefined ? undefined : fields);
  const key = `export without ${formId ?? 'form'}`;
  // Store only the columns that differ from the default, so that new fields are included automatically.
  const changed = remembered(key)?.split('\n') ?? [];
  const names = ({ column }: Column): string => column;
  return {
    all,
    chosen: all.filter(({ column, isDefault }) => isDefault !== changed.includes(column)).map(names),
    choose: (columns) => {
      const different = all.filter(({ column, isDefault }) => isDefault !== columns.includes(column));
      remember(key, different.length === 0 ? undefined : different.map(names).join('\n'));
      setVersion((version) => version + 1);
    },
  };
}

export function ExportColumns({ choice: { all, chosen, choose } }: { choice: ColumnChoice }) {
  const t = useTexts('exports');
  const isNone = chosen.length === 0;
  return (
    <CheckboxGroup className="export-columns" value={[...chosen]} onChange={choose} isInvalid={isNone}>
      <Label className="field-label">{t.columns}</Label>
      <div className="export-column-boxes">
        {all.map(({ column, standard, label }) => (
          <Checkbox key={column} value={column}>
            {standard ? t.standardColumns[standard] : column === ALL_FIELDS ? t.allFields : label}
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
