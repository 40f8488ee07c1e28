/**
 * Determines which fields are columns of the inbox. The selection is stored on this device. By default, the
 * first few fields are shown.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formsQuery } from '../api/all-forms.ts';
import { api, fetched } from '../api/api-client.ts';
import { remember, remembered } from '../app/preferences.ts';

const AT_FIRST = 3;
const MAX_COLUMNS = 6;

export const fieldsQuery = (formId: string) =>
  queryOptions({
    queryKey: ['fields', formId],
    queryFn: ({ signal }) =>
      fetched(api.GET('/v1/forms/{id}/fields', { params: { path: { id: formId } }, signal })),
    staleTime: 5 * 60_000,
  });

export interface ShownColumns {
  /** Names of all fields of the form. Empty if the inbox shows all forms. */
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  /** Returns a field's declared label, or its name if it has no label. */
  readonly titleOf: (name: string) => string;
  readonly choose: (names: readonly string[]) => void;
}

export function useShownColumns(formId: string | undefined): ShownColumns {
  const { data } = useQuery({ ...fieldsQuery(formId ?? ''), enabled: formId !== undefined });
  const { data: forms } = useQuery(formsQuery);
  const declared = forms?.find(({ id }) => id === formId)?.fields ?? [];
  const key = `columns ${formId ?? ''}`;
  const [, setVersion] = useState(0);
  const all = formId === undefined ? [] : (data?.data ?? []).map(({ name }) => name);
  const kept = remembered(key)?.split('\n');
  const chosen = kept ? all.filter((name) => kept.includes(name)) : all.slice(0, AT_FIRST);
  return {
    all,
    chosen: chosen.slice(0, MAX_COLUMNS),
    titleOf: (name) => declared.find((field) => field.name === name)?.label ?? name,
    choose: (names) => {
      remember(key, all.filter((name) => names.includes(name)).join('\n'));
      setVersion((version) => version + 1);
    },
  };
}
