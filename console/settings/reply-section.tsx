/** Edits whether users can reply to the form's submissions, and who receives the answers. */
import { useTexts } from '../texts/texts.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Section } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import { useSettings } from './settings-draft.tsx';

export function ReplySection() {
  const t = useTexts('replies');
  const { form, settings, set, mayWrite, errorAt } = useSettings();
  const { replies } = settings;
  const confirmed = form.notify_emails
    .filter(({ status }) => status === 'confirmed')
    .map(({ address }) => address);
  const addresses = [...new Set([...confirmed, ...(replies.reply_to === null ? [] : [replies.reply_to])])];
  return (
    <Section title={t.settings} hint={t.settingsHint}>
      <Checkbox
        isSelected={replies.enabled}
        isReadOnly={!mayWrite || !form.email_enabled}
        onChange={(enabled) => set('replies', { ...replies, enabled })}
      >
        {t.settingsOn}
      </Checkbox>
      {replies.enabled && (
        <Select
          label={t.replyTo}
          hint={t.replyToHint}
          value={replies.reply_to ?? ''}
          isDisabled={!mayWrite}
          error={errorAt('replies.reply_to')}
          onChange={(address) => set('replies', { ...replies, reply_to: address === '' ? null : address })}
          options={[
            { value: '', label: t.replyToMember },
            ...addresses.map((address) => ({ value: address, label: address })),
          ]}
        />
      )}
    </Section>
  );
}
