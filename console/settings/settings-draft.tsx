/** Holds the draft of a form's settings, which all sections share and save together. */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState, type ReactNode } from 'react';
import { api, changeIfUnchanged } from '../api/api-client.ts';
import { ApiError, ChangedMeanwhile } from '../api/api-error.ts';
import { useDraft } from '../app/drafts.ts';
import { useErrorText, useFailureToast } from '../app/error-text.ts';
import { useMay } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { toast } from '../ui/toast.ts';
import { formCall, formWithEtagQuery } from './settings-query.ts';
import {
  conflictsOf,
  isSettingsDraft,
  namesIn,
  NO_DRAFT,
  patchOf,
  settingsOf,
  withChange,
  type Form,
  type Settings,
  type SettingsDraft,
} from './settings-values.ts';

/**
 * Someone else changed settings that also have unsaved changes in this draft. `names` lists these settings.
 */
export interface Conflict {
  readonly current: Form;
  readonly etag: string | undefined;
  readonly names: readonly (keyof Settings)[];
}

export interface SettingsState {
  readonly form: Form;
  /** The settings, including unsaved changes. */
  readonly settings: Settings;
  readonly mayWrite: boolean;
  readonly set: <Name extends keyof Settings>(name: Name, value: Settings[Name]) => void;
  /** Names of the settings with unsaved changes. */
  readonly changed: readonly (keyof Settings)[];
  /**
   * The unsaved challenge secret. Unlike the other settings, it isn't stored in the draft and is never shown
   * again.
   */
  readonly secret: string;
  readonly setSecret: (secret: string) => void;
  /** Returns the service's error message for the setting at a path: `errorAt('fields.0.pattern')`. */
  readonly errorAt: (path: string) => string | undefined;
  readonly errorPaths: readonly string[];
  readonly isSaving: boolean;
  readonly save: () => Promise<void>;
  readonly discard: () => void;
  readonly conflict: Conflict | undefined;
  readonly resolve: (keep: 'mine' | 'theirs' | undefined) => void;
}

const SettingsContext = createContext<SettingsState | undefined>(undefined);

export function useSettings(): SettingsState {
  const state = use(SettingsContext);
  if (!state) throw new Error('useSettings must be used inside SettingsOf');
  return state;
}

/** Maximum number of attempts to save if other people keep changing other settings. */
const MAX_ATTEMPTS = 3;

export function SettingsOf(props: { form: Form; etag: string | undefined; children: ReactNode }) {
  const { form, etag, children } = props;
  const t = useTexts('settings');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const textOf = useErrorText();
  const mayWrite = useMay('write');
  const kept = useDraft(`settings ${form.id}`, NO_DRAFT, isSettingsDraft);
  const [secret, setSecret] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setIsSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const draft = mayWrite ? kept.value : NO_DRAFT;
  const saved = settingsOf(form);

  const store = (next: SettingsDraft): void =>
    namesIn(next.values).length === 0 ? kept.clear() : kept.change(next);
  const discard = (): void => {
    kept.clear();
    setSecret('');
    setErrors({});
    setConflict(undefined);
  };
  const show = (data: Form, tag: string | undefined): void => {
    queries.setQueryData(formWithEtagQuery(form.id).queryKey, { data, etag: tag });
  };

  const fail = (error: unknown): void => {
    if (error instanceof ApiError && error.fields.length > 0) {
      setErrors(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
    } else if (error instanceof ApiError && error.status === 409 && 'slug' in draft.values) {
      setErrors({ slug: error.detail });
    } else if (error instanceof ApiError && error.status === 429 && 'notify_emails' in draft.values) {
      toast({ text: t.tooManyConfirmations, note: textOf(error), isBad: true });
    } else onError(error);
  };

  /**
   * Saves the draft if the form's ETag is unchanged. If other people only changed other settings, retries
   * with the new ETag.
   */
  const saveOnto = async (tag: string | undefined): Promise<void> => {
    setIsSaving(true);
    setErrors({});
    try {
      let onto = tag;
      for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
        try {
          const result = await changeIfUnchanged(
            onto,
            (headers) =>
              api.PATCH('/v1/forms/{id}', {
                params: { path: { id: form.id } },
                body: patchOf(draft.values, secret, form),
                headers,
              }),
            () => formCall(form.id),
          );
          show(result.data, result.etag);
          discard();
          toast({ text: t.saved });
          for (const key of ['forms', 'form', 'fields', 'submissions']) {
            void queries.invalidateQueries({ queryKey: [key] });
          }
          return;
        } catch (error) {
          if (!(error instanceof ChangedMeanwhile)) throw error;
          const { current, etag: newTag } = error as ChangedMeanwhile<Form>;
          const names = conflictsOf(draft, settingsOf(current));
          if (names.length > 0) {
            setConflict({ current, etag: newTag, names });
            return;
          }
          onto = newTag;
        }
      }
      toast({ text: t.changesTooOften, isBad: true });
    } catch (error) {
      fail(error);
    } finally {
      setIsSaving(false);
    }
  };

  const resolve = (keep: 'mine' | 'theirs' | undefined): void => {
    if (conflict && keep === 'mine') void saveOnto(conflict.etag);
    if (conflict && keep === 'theirs') {
      show(conflict.current, conflict.etag);
      const without = (values: Partial<Settings>): Partial<Settings> =>
        Object.fromEntries(
          Object.entries(values).filter(([name]) => !conflict.names.some((each) => each === name)),
        );
      store({ etag: conflict.etag, base: without(draft.base), values: without(draft.values) });
    }
    setConflict(undefined);
  };

  const state: SettingsState = {
    form,
    settings: { ...saved, ...draft.values },
    mayWrite,
    set: (name, value) => {
      setErrors((all) => withoutErrorsOf(all, name));
      store(withChange(draft, name, value, { settings: saved, etag }));
    },
    changed: [...namesIn(draft.values), ...(secret === '' ? [] : (['challenge'] as const))],
    secret,
    setSecret: (value) => {
      setErrors((all) => withoutErrorsOf(all, 'challenge'));
      setSecret(value);
    },
    errorAt: (path) => errors[path],
    errorPaths: Object.keys(errors),
    isSaving,
    save: () => saveOnto(draft.etag ?? etag),
    discard,
    conflict,
    resolve,
  };
  return <SettingsContext value={state}>{children}</SettingsContext>;
}

/** Removes a setting's error messages, because they no longer apply once its value changes. */
function withoutErrorsOf(errors: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => path.split('.')[0] !== name));
}
