/**
 * Edits a filter: its conditions, and whether all or any of them must be met. Also shows which submissions
 * the filter matches.
 */
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { fieldsQuery } from '../inbox/shown-columns.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Radios } from '../ui/choice.tsx';
import { TextField } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import {
  errorsOfCondition,
  filterOps,
  MAX_CONDITIONS,
  needsValue,
  submissionProperties,
  type EditedCondition,
  type EditedFilter,
  type ErrorsByPath,
} from './edited-filter.ts';
import { FilterVerdicts, useFilterTrial } from './filter-trial.tsx';

interface FilterEditorProps {
  readonly value: EditedFilter;
  readonly onChange: (value: EditedFilter) => void;
  /** Undefined for a filter that applies to all forms. */
  readonly formId: string | undefined;
  /** The service's error messages after an attempt to save. */
  readonly errors?: ErrorsByPath;
  /** Hides the title visually. Use this below a heading with the same text. */
  readonly isTitleHidden?: boolean;
  /** Path of the filter in the keys of `errors`. */
  readonly path?: string;
}

const FIRST: EditedCondition = { field: '', op: 'equals', text: '' };
/**
 * Option for a field that isn't in any submission yet. Its value is the empty string, which can't be the name
 * of a field.
 */
const OTHER = '';

export function FilterEditor(props: FilterEditorProps) {
  const { value, onChange, formId, errors = {}, path = 'filter', isTitleHidden = false } = props;
  const { mode, conditions } = value;
  const t = useTexts('filters');
  const { data } = useQuery({ ...fieldsQuery(formId ?? ''), enabled: formId !== undefined });
  const fields = (data?.data ?? []).map(({ name, label }) => ({ value: name, label: label ?? name }));
  const { trial, errors: found } = useFilterTrial(formId, value);
  const root = useRef<HTMLFieldSetElement>(null);
  const hintId = useId();
  const set = (index: number, part: Partial<EditedCondition>): void =>
    onChange({
      mode,
      conditions: conditions.map((each, at) => (at === index ? { ...each, ...part } : each)),
    });
  const add = (): void => {
    const [first] = fields;
    onChange({ mode, conditions: [...conditions, { ...FIRST, field: first?.value ?? OTHER }] });
  };
  const remove = (index: number): void => {
    onChange({ mode, conditions: conditions.filter((_, at) => at !== index) });
    // The pressed button has been removed, so move the focus to the button that adds a condition.
    root.current?.querySelector<HTMLElement>('.filter-actions button')?.focus();
  };
  const isEmpty = conditions.length === 0;
  const error = errors[path] ?? found['filter'];
  return (
    <fieldset className="filter-editor" ref={root} aria-describedby={hintId}>
      <legend className={isTitleHidden ? 'visually-hidden' : 'field-label'}>{t.title}</legend>
      <p id={hintId} className={error === undefined ? 'field-hint' : 'field-error'}>
        {error ?? (isEmpty ? t.none : t.hint)}
      </p>
      {conditions.length > 1 && (
        <Radios
          label={t.mode}
          isLabelHidden
          orientation="horizontal"
          value={mode}
          onChange={(chosen) => onChange({ mode: chosen, conditions })}
          options={[
            { value: 'all', label: t.modes.all },
            { value: 'any', label: t.modes.any },
          ]}
        />
      )}
      {conditions.map((condition, index) => (
        <ConditionRow
          // Conditions have no ids. All of their inputs are controlled, so the index is a safe key.
          key={index}
          number={index + 1}
          condition={condition}
          fields={fields}
          errors={{
            ...errorsOfCondition(found, 'filter', mode, index),
            ...errorsOfCondition(errors, path, mode, index),
          }}
          onChange={(part) => set(index, part)}
          onRemove={() => remove(index)}
        />
      ))}
      <div className="filter-actions">
        {conditions.length < MAX_CONDITIONS && (
          <Button isSmall icon={<Plus size={14} aria-hidden />} onPress={add}>
            {t.add}
          </Button>
        )}
        {!isEmpty && (
          <Button isSmall kind="quiet" onPress={() => onChange({ mode: 'all', conditions: [] })}>
            {t.removeAll}
          </Button>
        )}
      </div>
      {!isEmpty && <FilterVerdicts formId={formId} trial={trial} />}
    </fieldset>
  );
}

function ConditionRow(props: {
  number: number;
  condition: EditedCondition;
  fields: readonly { value: string; label: string }[];
  errors: ReturnType<typeof errorsOfCondition>;
  onChange: (part: Partial<EditedCondition>) => void;
  onRemove: () => void;
}) {
  const { number, condition, fields, errors, onChange, onRemove } = props;
  const { field, op, text } = condition;
  const t = useTexts('filters');
  const known = [...fields, ...submissionProperties.map((value) => ({ value, label: t.properties[value] }))];
  const isTyped = condition.isOther === true || !known.some(({ value }) => value === field);
  return (
    <div className="filter-row" role="group" aria-label={t.condition(number)}>
      <Select
        label={t.field}
        isLabelHidden
        value={isTyped ? OTHER : field}
        onChange={(chosen) => onChange({ field: chosen, isOther: chosen === OTHER })}
        options={[...known, { value: OTHER, label: t.otherField }]}
        error={isTyped ? undefined : errors.field}
      />
      {isTyped && (
        <TextField
          label={t.fieldName}
          isLabelHidden
          isMono
          placeholder={t.fieldName}
          value={field}
          onChange={(name) => onChange({ field: name })}
          error={errors.field}
        />
      )}
      <Select
        label={t.op}
        isLabelHidden
        value={op}
        onChange={(chosen) => onChange({ op: chosen })}
        options={filterOps.map((value) => ({ value, label: t.ops[value] }))}
        error={errors.op}
      />
      {needsValue(op) ? (
        <TextField
          label={t.value}
          isLabelHidden
          placeholder={op === 'in' ? t.listExample : t.value}
          value={text}
          onChange={(typed) => onChange({ text: typed })}
          error={errors.value}
        />
      ) : (
        <span className="filter-no-value" />
      )}
      <IconButton isSmall label={t.remove(number)} icon={<X size={14} aria-hidden />} onPress={onRemove} />
    </div>
  );
}
