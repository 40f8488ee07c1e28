/** Lets the user choose the provider of a form's challenge and edit the provider's settings. */
import { useTexts } from '../../texts/texts.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/field.tsx';
import { useSettings } from '../settings-draft.tsx';

const providers = ['proof-of-work', 'turnstile'] as const;
const difficulties = ['low', 'normal', 'high'] as const;

export function ChallengeProvider() {
  const t = useTexts('spam');
  const { settings, set, mayWrite } = useSettings();
  const { challenge } = settings;
  return (
    <>
      <Select
        label={t.challengeProvider}
        hint={t.challengeProviderHints[challenge.provider]}
        value={challenge.provider}
        isDisabled={!mayWrite}
        onChange={(provider) => set('challenge', { ...challenge, provider })}
        options={providers.map((value) => ({ value, label: t.challengeProviders[value] }))}
      />
      {challenge.provider === 'proof-of-work' ? (
        <Select
          label={t.difficulty}
          hint={t.difficultyHint}
          value={challenge.difficulty}
          isDisabled={!mayWrite}
          onChange={(difficulty) => set('challenge', { ...challenge, difficulty })}
          options={difficulties.map((value) => ({ value, label: t.difficulties[value] }))}
        />
      ) : (
        <TurnstileKeys />
      )}
    </>
  );
}

function TurnstileKeys() {
  const t = useTexts('spam');
  const { settings, set, mayWrite, errorAt, secret, setSecret } = useSettings();
  const { challenge } = settings;
  return (
    <>
      <TextField
        label={t.siteKey}
        value={challenge.site_key ?? ''}
        onChange={(key) => set('challenge', { ...challenge, site_key: key === '' ? null : key })}
        maxLength={100}
        isMono
        isReadOnly={!mayWrite}
        error={errorAt('challenge.site_key')}
      />
      {mayWrite && (
        <TextField
          label={t.secret}
          hint={t.secretHint}
          type="password"
          autoComplete="off"
          value={secret}
          onChange={setSecret}
          maxLength={200}
          isMono
          error={errorAt('challenge.secret')}
        />
      )}
    </>
  );
}
