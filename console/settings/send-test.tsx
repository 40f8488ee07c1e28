/**
 * Sends a test submission to the form with editable values, and shows the result. The request is the same as
 * one from a web page that contains the form.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, NoConnection } from '../api/api-error.ts';
import { useErrorText } from '../app/error-text.ts';
import { Link } from '../app/link.tsx';
import { useMe } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { isAnyAllowed } from './origins-editor.tsx';
import { boundText, type Form, type FormField } from './settings-values.ts';
import { usualFields } from './snippets.ts';

export function SendTest({ form, onClose }: { form: Form; onClose: () => void }) {
  const t = useTexts('settings');
  const obstacle = obstacleOf(form);
  return (
    <Dialog title={t.sendTest} isOpen isSticky onClose={onClose}>
      {obstacle === undefined ? (
        <TestFields form={form} onCancel={onClose} />
      ) : (
        <p>{t.testObstacles[obstacle]}</p>
      )}
    </Dialog>
  );
}

/**
 * Returns the reason why the service would reject a submission from the console, or undefined if it wouldn't.
 */
function obstacleOf({ challenge, allowed_origins, fields }: Form) {
  if (challenge.enabled) return 'challenge' as const;
  if (!isAnyAllowed(allowed_origins, location.origin)) return 'origins' as const;
  return fields.some(({ type, required }) => type === 'file' && required) ? ('files' as const) : undefined;
}

function TestFields({ form, onCancel }: { form: Form; onCancel: () => void }) {
  const t = useTexts('settings');
  const house = useTexts('house');
  const queries = useQueryClient();
  const textOf = useErrorText();
  const { member } = useMe();
  const fields = (form.fields.length > 0 ? form.fields : usualFields(t)).filter(
    ({ type }) => type !== 'file',
  );
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      fields.map((field) => [field.name, exampleOf(field, member?.email ?? '', t.testValue)]),
    ),
  );
  const send = useMutation({
    mutationFn: () => post(form.slug, values),
    onSuccess: () => {
      for (const key of ['statistics', 'fields', 'form', 'forms']) {
        void queries.invalidateQueries({ queryKey: [key] });
      }
      // Don't refetch submissions now: an empty inbox would replace this dialog with the list. The inbox
      // polls, so the new submission still appears soon.
      void queries.invalidateQueries({ queryKey: ['submissions'], refetchType: 'none' });
    },
  });
  const errors = send.error instanceof ApiError ? send.error.fields : [];
  const requestId = send.error instanceof ApiError ? send.error.requestId : undefined;
  const known = new Set(fields.map(({ name }) => name));
  const isShownAbove = errors.length > 0 && errors.every(({ path }) => known.has(path));
  if (send.data !== undefined) {
    return (
      <div className="settings-stack" role="status">
        <p>{t.testArrived}</p>
        <div>
          <Link
            to="/inbox/$submissionId"
            params={{ submissionId: send.data }}
            search={{ form: form.id }}
            className="button primary"
          >
            {t.openTest}
          </Link>
        </div>
      </div>
    );
  }
  return (
    <DialogForm submit={t.send} isPending={send.isPending} onSubmit={() => send.mutate()} onCancel={onCancel}>
      {fields.map(({ name, label = name, options }) => (
        <TextField
          key={name}
          label={label}
          hint={options?.join(' · ')}
          value={values[name] ?? ''}
          onChange={(value) => setValues({ ...values, [name]: value })}
          error={errors.find(({ path }) => path === name)?.message}
        />
      ))}
      {send.error && !isShownAbove && (
        <p className="field-error" role="alert">
          {textOf(send.error)}{' '}
          {requestId !== undefined && <span className="request-id">{house.requestId(requestId)}</span>}
        </p>
      )}
      <p className="field-hint">{t.testReal}</p>
    </DialogForm>
  );
}

/** Submits the form without the session, like a visitor's browser. Returns the submission's id. */
async function post(slug: string, values: Readonly<Record<string, string>>): Promise<string> {
  const filled = Object.entries(values).filter(([, value]) => value !== '');
  const response = await fetch(`/v1/f/${encodeURIComponent(slug)}`, {
    method: 'POST',
    credentials: 'omit',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(filled),
  }).catch((error: unknown) => {
    throw new NoConnection('No connection', { cause: error });
  });
  const body = (await response.json().catch(() => ({}))) as { readonly id?: string };
  if (!response.ok || body.id === undefined) throw new ApiError(response, body);
  return body.id;
}

/** Returns a sample value that is valid for the field's type. */
function exampleOf({ type, options = [], min, max }: FormField, email: string, text: string): string {
  switch (type) {
    case 'email':
      return email;
    case 'url':
      return 'https://www.example.org/';
    case 'tel':
      return '+49 30 1234567';
    case 'number':
      return boundText(min ?? max ?? 1);
    case 'date':
      return boundText(min ?? max ?? new Date().toISOString().slice(0, 10));
    case 'choice':
    case 'choices':
      return options[0] ?? text;
    case 'checkbox':
      return 'on';
    default:
      return text;
  }
}
