/** Creates an API key and shows it once. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';
import { useDraft } from '../app/drafts.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Checkbox, Radios } from '../ui/choice.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { useWarnedClose } from '../ui/shown-once.tsx';
import { KeyShownOnce } from './key-shown-once.tsx';

type Minted = Schema<'ApiKeyWithKey'>;
type KeyType = Minted['type'];
type Scope = Minted['scopes'][number];

const MAX_NAME_LENGTH = 200;
const DAY_MILLISECONDS = 86_400_000;
const SCOPES: readonly Scope[] = ['read', 'write', 'admin', 'ingest'];
const lifetimes = ['30', '90', '365', 'never'] as const;
type Lifetime = (typeof lifetimes)[number];

interface Wish {
  readonly name: string;
  readonly type: KeyType;
  readonly scopes: readonly Scope[];
  readonly lifetime: Lifetime;
}

const FIRST: Wish = { name: '', type: 'management', scopes: ['read'], lifetime: '90' };

function isWish(value: unknown): value is Wish {
  if (typeof value !== 'object' || value === null) return false;
  const { name, type, scopes, lifetime } = value as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    (type === 'management' || type === 'submission') &&
    Array.isArray(scopes) &&
    scopes.every((scope) => SCOPES.some((each) => each === scope)) &&
    lifetimes.some((each) => each === lifetime)
  );
}

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('keys');
  const [minted, setMinted] = useState<Minted>();
  const draft = useDraft('new key', FIRST, isWish);
  const { isWarned, close } = useWarnedClose(minted !== undefined, () => {
    draft.clear();
    onClose();
  });
  return (
    <Dialog title={minted ? t.createdTitle(minted.name) : t.newKey} isOpen isSticky onClose={close}>
      {minted ? (
        <KeyShownOnce of={minted} isWarned={isWarned} onClose={onClose} />
      ) : (
        <KeyFields
          wish={draft.value}
          onChange={draft.change}
          onMinted={(key) => {
            draft.clear();
            setMinted(key);
          }}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

function KeyFields(props: {
  wish: Wish;
  onChange: (wish: Wish) => void;
  onMinted: (key: Minted) => void;
  onCancel: () => void;
}) {
  const { wish, onChange, onMinted, onCancel } = props;
  const t = useTexts('keys');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const change = (part: Partial<Wish>): void => onChange({ ...wish, ...part });
  const mint = useMutation({
    mutationFn: () => fetched(api.POST('/v1/api-keys', { body: bodyOf(wish) })),
    onSuccess: (key) => {
      void queries.invalidateQueries({ queryKey: ['keys'] });
      onMinted(key);
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.fields.length > 0)) onError(error);
    },
  });
  const refused = mint.error instanceof ApiError ? mint.error.fields[0]?.message : undefined;
  const isComplete = wish.name.trim() !== '' && (wish.type === 'submission' || wish.scopes.length > 0);
  return (
    <DialogForm
      submit={t.create}
      isPending={mint.isPending}
      isReady={isComplete}
      onSubmit={() => mint.mutate()}
      onCancel={onCancel}
    >
      <TextField
        label={t.name}
        hint={t.nameHint}
        value={wish.name}
        onChange={(name) => change({ name })}
        maxLength={MAX_NAME_LENGTH}
        error={refused}
        isRequired
      />
      <Radios
        label={t.type}
        value={wish.type}
        onChange={(type) => change({ type })}
        options={[
          { value: 'management', label: t.management, hint: t.managementHint },
          { value: 'submission', label: t.submission, hint: t.submissionHint },
        ]}
      />
      {wish.type === 'management' && (
        <fieldset className="key-scope-boxes">
          <legend className="field-label">{t.permissions}</legend>
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              isSelected={wish.scopes.includes(scope)}
              onChange={(isChosen) =>
                change({
                  scopes: SCOPES.filter((each) => (each === scope ? isChosen : wish.scopes.includes(each))),
                })
              }
              hint={t.scopeHint[scope]}
            >
              {t.scope[scope]}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <Select
        label={t.expires}
        value={wish.lifetime}
        onChange={(lifetime) => change({ lifetime })}
        options={lifetimes.map((value) => ({
          value,
          label: value === 'never' ? t.doesNotEnd : t.inDays(Number(value)),
        }))}
      />
    </DialogForm>
  );
}

function bodyOf({ name, type, scopes, lifetime }: Wish) {
  return {
    name: name.trim(),
    type,
    ...(type === 'management' && { scopes: [...scopes] }),
    ...(lifetime !== 'never' && {
      expires_at: new Date(Date.now() + Number(lifetime) * DAY_MILLISECONDS).toISOString(),
    }),
  };
}
