/** Edits a declared field: its name, label, type, and the limits that the type supports. */
import { useTexts } from '../../texts/texts.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { NumberField } from '../number-field.tsx';
import { useSettings } from '../settings-draft.tsx';
import { TryValue } from './try-value.tsx';
import { boundText, type FieldType, type FormField } from '../settings-values.ts';

const types: readonly FieldType[] = [
  'text',
  'email',
  'url',
  'tel',
  'number',
  'date',
  'choice',
  'choices',
  'checkbox',
  'file',
];

/** Returns true for fields that visitors type into. */
const hasText = (type: FieldType): boolean => ['text', 'email', 'url', 'tel', 'number'].includes(type);

export interface FieldEditorProps {
  readonly index: number;
  readonly field: FormField;
  readonly onChange: (field: FormField) => void;
}

export function FieldEditor({ index, field, onChange }: FieldEditorProps) {
  const t = useTexts('fields');
  const share = useTexts('share');
  const { mayWrite, errorAt } = useSettings();
  const isReadOnly = !mayWrite;
  /** Changes the field and removes properties that are now undefined. */
  const change = (members: { readonly [Name in keyof FormField]?: FormField[Name] | undefined }): void =>
    onChange(
      Object.fromEntries(
        Object.entries<unknown>({ ...field, ...members }).filter(([, value]) => value !== undefined),
      ) as FormField,
    );
  const error = (name: keyof FormField): string | undefined => errorAt(`fields.${index}.${name}`);
  const orNone = (text: string): string | undefined => (text === '' ? undefined : text);
  const number = (name: 'min_length' | 'max_length' | 'step' | 'max_files', most?: number) => (
    <NumberField
      label={t.limits[name]}
      value={field[name]}
      least={name === 'max_files' ? 1 : 0}
      {...(most !== undefined && { most })}
      mayBeEmpty
      isFraction={name === 'step' && field.type === 'number'}
      isReadOnly={isReadOnly}
      error={error(name)}
      onChange={(value) => change({ [name]: value })}
    />
  );
  const bound = (name: 'min' | 'max') =>
    field.type === 'number' ? (
      <NumberField
        label={t.limits[name]}
        value={typeof field[name] === 'number' ? field[name] : undefined}
        mayBeEmpty
        isFraction
        isReadOnly={isReadOnly}
        error={error(name)}
        onChange={(value) => change({ [name]: value })}
      />
    ) : (
      <TextField
        label={name === 'min' ? t.earliest : t.latest}
        type="date"
        value={boundText(field[name])}
        isReadOnly={isReadOnly}
        error={error(name)}
        onChange={(value) => change({ [name]: orNone(value) })}
      />
    );
  return (
    <div className="field-editor">
      <TextField
        label={t.label}
        isRequired={false}
        value={field.label ?? ''}
        onChange={(label) => change({ label: orNone(label) })}
        maxLength={200}
        isReadOnly={isReadOnly}
        error={error('label')}
      />
      <TextField
        label={t.postedName}
        value={field.name}
        onChange={(name) => change({ name })}
        maxLength={200}
        isMono
        isReadOnly={isReadOnly}
        error={error('name')}
      />
      <Select
        label={t.type}
        value={field.type}
        isDisabled={isReadOnly}
        error={error('type')}
        // Remove the old type's limits, because the service would reject them for the new type.
        onChange={(type) =>
          onChange({
            name: field.name,
            type,
            ...(field.label !== undefined && { label: field.label }),
            ...(field.required !== undefined && { required: field.required }),
            ...(field.help !== undefined && { help: field.help }),
          })
        }
        options={types.map((value) => ({ value, label: t.types[value] }))}
      />
      <Checkbox
        isSelected={field.required ?? false}
        isReadOnly={isReadOnly}
        onChange={(required) => change({ required: required || undefined })}
      >
        {t.mustBeFilled}
      </Checkbox>
      <TextField
        label={share.help}
        hint={share.helpHint}
        isRequired={false}
        rows={2}
        value={field.help ?? ''}
        onChange={(help) => change({ help: orNone(help) })}
        maxLength={500}
        isReadOnly={isReadOnly}
        error={error('help')}
      />
      {hasText(field.type) && (
        <>
          <TextField
            label={share.placeholder}
            isRequired={false}
            value={field.placeholder ?? ''}
            onChange={(placeholder) => change({ placeholder: orNone(placeholder) })}
            maxLength={200}
            isReadOnly={isReadOnly}
            error={error('placeholder')}
          />
          <TextField
            label={share.autocomplete}
            hint={share.autocompleteHint}
            isRequired={false}
            value={field.autocomplete ?? ''}
            onChange={(autocomplete) => change({ autocomplete: orNone(autocomplete) })}
            maxLength={100}
            isMono
            isReadOnly={isReadOnly}
            error={error('autocomplete')}
          />
        </>
      )}
      {field.type === 'text' && (
        <Checkbox
          isSelected={field.multiline ?? false}
          isReadOnly={isReadOnly}
          onChange={(multiline) => change({ multiline: multiline || undefined })}
        >
          {share.multiline}
        </Checkbox>
      )}
      {hasText(field.type) && field.type !== 'number' && (
        <>
          {number('min_length', 100_000)}
          {number('max_length', 100_000)}
          <TextField
            label={t.limits.pattern}
            hint={t.patternHint}
            isRequired={false}
            value={field.pattern ?? ''}
            onChange={(pattern) => change({ pattern: orNone(pattern) })}
            maxLength={500}
            isMono
            isReadOnly={isReadOnly}
            error={error('pattern')}
          />
          {mayWrite && <TryValue field={field} />}
        </>
      )}
      {(field.type === 'number' || field.type === 'date') && (
        <>
          {bound('min')}
          {bound('max')}
          {number('step')}
        </>
      )}
      {(field.type === 'choice' || field.type === 'choices') && (
        <Options field={field} isReadOnly={isReadOnly} error={error('options')} onChange={change} />
      )}
      {field.type === 'file' && (
        <>
          <TextField
            label={t.limits.accept}
            hint={t.acceptHint}
            isRequired={false}
            placeholder=".pdf, image/*"
            value={field.accept ?? ''}
            onChange={(accept) => change({ accept: orNone(accept) })}
            maxLength={500}
            isMono
            isReadOnly={isReadOnly}
            error={error('accept')}
          />
          {number('max_files', 10)}
        </>
      )}
    </div>
  );
}

/** Edits the options, one per line. Ignores empty lines. */
function Options(props: {
  field: FormField;
  isReadOnly: boolean;
  error: string | undefined;
  onChange: (members: { readonly options: string[] | undefined }) => void;
}) {
  const t = useTexts('fields');
  return (
    <TextField
      label={t.limits.options}
      hint={t.optionsHint}
      rows={Math.min(8, (props.field.options?.length ?? 0) + 2)}
      defaultValue={(props.field.options ?? []).join('\n')}
      isReadOnly={props.isReadOnly}
      error={props.error}
      onChange={(text) => {
        const options = text
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean);
        props.onChange({ options: options.length > 0 ? options : undefined });
      }}
    />
  );
}
