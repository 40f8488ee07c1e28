/** Renders an app's fields: its name, redirect URIs and logo. */
import { ApiError } from '../api/api-error.ts';
import { useTexts } from '../texts/texts.tsx';
import { TextField } from '../ui/field.tsx';
import type { App } from './all-apps.ts';

const MAX_NAME_LENGTH = 100;

/** The entered values. */
export interface AppDraft {
  readonly name: string;
  /** One URI per line. */
  readonly uris: string;
  readonly logo: string;
}

export const isAppDraft = (value: unknown): value is AppDraft =>
  typeof value === 'object' &&
  value !== null &&
  ['name', 'uris', 'logo'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string');

export const draftOf = ({ name, redirect_uris, logo_url }: App): AppDraft => ({
  name,
  uris: redirect_uris.join('\n'),
  logo: logo_url ?? '',
});

/** Converts the entered values to the request body. */
export const bodyOfApp = ({ name, uris, logo }: AppDraft) => ({
  name: name.trim(),
  redirect_uris: urisOf(uris),
  logo_url: logo.trim() === '' ? null : logo.trim(),
});

export const isComplete = ({ name, uris }: AppDraft): boolean =>
  name.trim() !== '' && urisOf(uris).length > 0;

const urisOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface AppFieldsProps {
  readonly draft: AppDraft;
  readonly onChange: (draft: AppDraft) => void;
  /** Error from the last request, whose messages are shown next to the affected fields. */
  readonly failure: unknown;
}

export function AppFields({ draft, onChange, failure }: AppFieldsProps) {
  const t = useTexts('apps');
  const keys = useTexts('keys');
  const errorAt = (member: string): string | undefined => {
    const fields = failure instanceof ApiError ? failure.fields : [];
    const found = fields.find(({ path }) => path === member || path.startsWith(`${member}.`));
    if (!found) return undefined;
    const uri = member === 'redirect_uris' ? uriAt(draft, found.path) : undefined;
    return uri === undefined ? found.message : `${uri}: ${found.message}`;
  };
  return (
    <>
      <TextField
        label={keys.name}
        hint={t.nameHint}
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        maxLength={MAX_NAME_LENGTH}
        error={errorAt('name')}
        isRequired
      />
      <TextField
        label={t.redirectUris}
        hint={t.redirectUrisHint}
        rows={3}
        isMono
        placeholder="https://app.example.com/oauth/callback"
        value={draft.uris}
        onChange={(uris) => onChange({ ...draft, uris })}
        error={errorAt('redirect_uris')}
        isRequired
      />
      <TextField
        label={t.logo}
        hint={t.logoHint}
        type="url"
        placeholder="https://app.example.com/logo.png"
        value={draft.logo}
        onChange={(logo) => onChange({ ...draft, logo })}
        error={errorAt('logo_url')}
        isRequired={false}
      />
    </>
  );
}

/** Returns the URI that an error path such as `redirect_uris.1` refers to. */
function uriAt({ uris }: AppDraft, path: string): string | undefined {
  const [, index] = path.split('.');
  return index === undefined ? undefined : urisOf(uris)[Number(index)];
}
