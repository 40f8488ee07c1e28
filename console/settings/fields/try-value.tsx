/** Validates a value against a declared field, using the same rules as the service. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched } from '../../api/api-client.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { TextField } from '../../ui/field.tsx';
import { useSettings } from '../settings-draft.tsx';
import type { FormField } from '../settings-values.ts';
import { useSettled } from '../use-settled.ts';

export function TryValue({ field }: { field: FormField }) {
  const t = useTexts('fields');
  const textOf = useErrorText();
  const { language } = useLanguage();
  const { form } = useSettings();
  const [value, setValue] = useState('');
  const tried = useSettled({ field, value });
  const { data, error } = useQuery({
    queryKey: ['form', form.id, 'try', language, tried],
    queryFn: ({ signal }) =>
      fetched(
        api.POST('/v1/forms/{id}/preview', {
          params: { path: { id: form.id }, query: { page: 'error', language } },
          body: { fields: [tried.field], values: { [tried.field.name]: tried.value } },
          signal,
        }),
      ),
    enabled: tried.value !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const [issue] = data?.errors ?? [];
  return (
    <div className="try-value">
      <TextField label={t.tryValue} value={value} onChange={setValue} isMono />
      <p className={`verdict ${issue || error ? 'bad' : 'good'}`} role="status">
        {value === ''
          ? null
          : error
            ? textOf(error)
            : data &&
              (issue ? (issue.code === 'pattern' ? t.valueMismatch : issue.message) : t.valueAccepted)}
      </p>
    </div>
  );
}
