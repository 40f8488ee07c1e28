/** Converts a submission's values, which are stored as text, to the types of the form's fields. */
import type { IDataObject, ResourceMapperField } from 'n8n-workflow';
import { callService, type NodeFunctions } from './service-request.ts';
import { isRecord, recordsIn, textIn } from './unknown-value.ts';

/** Maps field names to field types. */
export type FieldTypes = Readonly<Record<string, string>>;

const fieldsRequest = (formId: string) => ({ path: `/v1/forms/${encodeURIComponent(formId)}/fields` });

/** Returns the types that the form declares, or types inferred from its latest submissions. */
export async function readFieldTypes(caller: NodeFunctions, formId: string): Promise<FieldTypes> {
  const fields = recordsIn(await callService(caller, fieldsRequest(formId)), 'data');
  return Object.fromEntries(
    fields.map((field) => [textIn(field, 'name') ?? '', textIn(field, 'type') ?? 'text']),
  );
}

/** Returns a function that reads the types of each form only once. */
export function fieldTypesOnce(caller: NodeFunctions): (formId: string) => Promise<FieldTypes> {
  const known = new Map<string, Promise<FieldTypes>>();
  return async (formId) => {
    const types = known.get(formId) ?? readFieldTypes(caller, formId);
    known.set(formId, types);
    return types;
  };
}

/** Matches numbers in JSON notation only, so that text such as `007` or `+49` stays unchanged. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const MEANS_YES = /^(?:on|true|yes|1)$/i;
const MEANS_NO = /^(?:off|false|no|0)$/i;
/**
 * A time with an offset. Dates without a time aren't converted, because they are the same day everywhere.
 */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Converts a field's value to its type. Returns the text unchanged if it doesn't match the type.
 * @returns a number, boolean, list, date or time in ISO 8601 format, or the text
 */
export function fieldValue(type: string | undefined, text: string): IDataObject[string] {
  switch (type) {
    case 'number':
      return PLAIN_NUMBER.test(text) ? Number(text) : text;
    case 'checkbox':
      if (MEANS_YES.test(text)) return true;
      return MEANS_NO.test(text) ? false : text;
    case 'choices':
      return textList(text) ?? text;
    case 'date':
      return INSTANT.test(text) ? new Date(text).toISOString() : text;
    default:
      return text;
  }
}

/** Parses the list that is stored for a field with several values. */
function textList(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a submission, or an event's data, with typed payload values. */
export function withTypedPayload(of: IDataObject, types: FieldTypes): IDataObject {
  const { payload } = of;
  if (!isRecord(payload)) return of;
  const typed = Object.entries(payload).map(([name, value]) => [
    name,
    typeof value === 'string' ? fieldValue(ownType(types, name), value) : value,
  ]);
  return { ...of, payload: Object.fromEntries(typed) as IDataObject };
}

/**
 * Only reads own properties, because a field may have the same name as an inherited one, such as
 * `constructor`.
 */
const ownType = (types: FieldTypes, name: string): string | undefined =>
  Object.hasOwn(types, name) ? types[name] : undefined;

const MAPPED_TYPES: Readonly<Record<string, NonNullable<ResourceMapperField['type']>>> = {
  number: 'number',
  checkbox: 'boolean',
  choice: 'options',
  choices: 'array',
};

/** Returns a form's fields for n8n's resource mapper, without file fields. */
export async function mappedFields(caller: NodeFunctions, formId: string): Promise<ResourceMapperField[]> {
  const fields = recordsIn(await callService(caller, fieldsRequest(formId)), 'data');
  return fields
    .filter((field) => field['type'] !== 'file')
    .map((field) => {
      const name = textIn(field, 'name') ?? '';
      const options = Array.isArray(field['options']) ? field['options'].map(String) : [];
      const type = MAPPED_TYPES[textIn(field, 'type') ?? ''] ?? 'string';
      return {
        id: name,
        displayName: textIn(field, 'label') ?? name,
        required: field['required'] === true,
        defaultMatch: false,
        display: true,
        // A choice without declared options accepts any text, so it is mapped as text.
        type: type === 'options' && options.length === 0 ? 'string' : type,
        ...(type === 'options' && { options: options.map((value) => ({ name: value, value })) }),
      };
    });
}
