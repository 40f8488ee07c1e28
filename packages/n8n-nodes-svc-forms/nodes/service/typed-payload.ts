/** Gives the values of a submission, which are stored as text, the types that the fields of the form have. */
import type { IDataObject, ResourceMapperField } from 'n8n-workflow';
import { callService, type NodeFunctions } from './service-request.ts';
import { isRecord, recordsIn, textIn } from './unknown-value.ts';

/** The type of each field, by its name. */
export type FieldTypes = Readonly<Record<string, string>>;

const fieldsRequest = (formId: string) => ({ path: `/v1/forms/${encodeURIComponent(formId)}/fields` });

/** The types that a form declares, or those that its last submissions look like. */
export async function readFieldTypes(caller: NodeFunctions, formId: string): Promise<FieldTypes> {
  const fields = recordsIn(await callService(caller, fieldsRequest(formId)), 'data');
  return Object.fromEntries(
    fields.map((field) => [textIn(field, 'name') ?? '', textIn(field, 'type') ?? 'text']),
  );
}

/** The types of each form, read once for as long as this function is kept. */
export function fieldTypesOnce(caller: NodeFunctions): (formId: string) => Promise<FieldTypes> {
  const known = new Map<string, Promise<FieldTypes>>();
  return async (formId) => {
    const types = known.get(formId) ?? readFieldTypes(caller, formId);
    known.set(formId, types);
    return types;
  };
}

/** Numbers that are written as JSON writes them: nothing of `007` or `+49` is lost. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const MEANS_YES = /^(?:on|true|yes|1)$/i;
const MEANS_NO = /^(?:off|false|no|0)$/i;
/** A time with its offset; a date alone stays as it is, for it is the same day everywhere. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * The value of a field of this type. Text that is not written as its type is, stays the text that was posted.
 * @returns a number, true or false, a list, a date or time in ISO 8601, or the text
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

/** The list that a field which came several times is stored as. */
function textList(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

/** A submission, or the data of an event, with the values of its payload typed. */
export function withTypedPayload(of: IDataObject, types: FieldTypes): IDataObject {
  const { payload } = of;
  if (!isRecord(payload)) return of;
  const typed = Object.entries(payload).map(([name, value]) => [
    name,
    typeof value === 'string' ? fieldValue(ownType(types, name), value) : value,
  ]);
  return { ...of, payload: Object.fromEntries(typed) as IDataObject };
}

/** A field may have any name, also that of a member which every object has. */
const ownType = (types: FieldTypes, name: string): string | undefined =>
  Object.hasOwn(types, name) ? types[name] : undefined;

const MAPPED_TYPES: Readonly<Record<string, NonNullable<ResourceMapperField['type']>>> = {
  number: 'number',
  checkbox: 'boolean',
  choice: 'options',
  choices: 'array',
};

/** The fields of a form as n8n's mapping of columns shows them; files cannot be mapped. */
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
        // A choice without declared options is any text.
        type: type === 'options' && options.length === 0 ? 'string' : type,
        ...(type === 'options' && { options: options.map((value) => ({ name: value, value })) }),
      };
    });
}
