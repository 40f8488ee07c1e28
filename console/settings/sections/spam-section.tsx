/** Edits the bot protection settings: honeypot, challenge, allowed websites and rate limit. */
import { useTexts } from '../../texts/texts.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { NumberField } from '../number-field.tsx';
import { OriginsEditor } from '../origins-editor.tsx';
import { useSettings } from '../settings-draft.tsx';
import { ChallengeProvider } from './challenge-provider.tsx';
import { SpamScoreSection } from './spam-score-section.tsx';

export function SpamSection() {
  const t = useTexts('settings');
  const spamTexts = useTexts('spam');
  const { form, settings, set, mayWrite, errorAt } = useSettings();
  const { challenge } = settings;
  return (
    <>
      <Section title={spamTexts.honeypot} hint={spamTexts.honeypotHint}>
        <TextField
          label={t.members.honeypot_field}
          value={settings.honeypot_field}
          onChange={(name) => set('honeypot_field', name)}
          hint={settings.honeypot_field !== form.honeypot_field ? spamTexts.honeypotMoves : undefined}
          maxLength={100}
          isMono
          isReadOnly={!mayWrite}
          error={errorAt('honeypot_field')}
        />
      </Section>
      <SpamScoreSection />
      <Section title={spamTexts.challenge} hint={spamTexts.challengeHint}>
        <Checkbox
          isSelected={challenge.enabled}
          isReadOnly={!mayWrite}
          onChange={(enabled) => set('challenge', { ...challenge, enabled })}
        >
          {spamTexts.challengeOn}
        </Checkbox>
        <ChallengeProvider />
      </Section>
      <Section title={spamTexts.origins}>
        <OriginsEditor />
      </Section>
      <Section title={spamTexts.rate} hint={spamTexts.rateHint}>
        <NumberField
          label={t.members.rate_limit}
          value={settings.rate_limit}
          least={1}
          most={100_000}
          isReadOnly={!mayWrite}
          error={errorAt('rate_limit')}
          onChange={(limit) => limit !== undefined && set('rate_limit', limit)}
        />
      </Section>
    </>
  );
}
