/**
 * Edits the spam score settings: the threshold for moving submissions to spam, the block list and the allow
 * list.
 */
import { useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { NumberField } from '../number-field.tsx';
import { useSettings } from '../settings-draft.tsx';
import { SpamLearning } from '../../submission/spam-learning.tsx';
import { ThresholdPreview } from './threshold-preview.tsx';

export function SpamScoreSection() {
  const t = useTexts('settings');
  const spamTexts = useTexts('spam');
  const { form, settings, set, mayWrite, errorAt } = useSettings();
  const { spam } = settings;
  return (
    <Section title={spamTexts.spamScore} hint={spamTexts.spamScoreHint}>
      <Checkbox
        isSelected={spam.mode === 'file'}
        isReadOnly={!mayWrite}
        hint={spamTexts.spamFileHint}
        onChange={(isOn) => set('spam', { ...spam, mode: isOn ? 'file' : 'observe' })}
      >
        {spamTexts.spamFile}
      </Checkbox>
      <NumberField
        label={spamTexts.spamThreshold}
        hint={spamTexts.spamThresholdHint}
        value={spam.threshold}
        least={1}
        most={100}
        isReadOnly={!mayWrite}
        error={errorAt('spam.threshold')}
        onChange={(threshold) => threshold !== undefined && set('spam', { ...spam, threshold })}
      />
      <ThresholdPreview formId={form.id} threshold={spam.threshold} />
      <SpamLearning formId={form.id} />
      <ListField
        label={spamTexts.spamBlocked}
        hint={spamTexts.spamBlockedHint}
        path="spam.blocked"
        entries={spam.blocked}
        onChange={(blocked) => set('spam', { ...spam, blocked })}
      />
      <ListField
        label={spamTexts.spamAllowed}
        hint={spamTexts.spamAllowedHint}
        path="spam.allowed"
        entries={spam.allowed}
        onChange={(allowed) => set('spam', { ...spam, allowed })}
      />
      <Checkbox
        isSelected={settings.weekly_spam_summary}
        isReadOnly={!mayWrite}
        onChange={(isOn) => set('weekly_spam_summary', isOn)}
      >
        {t.members.weekly_spam_summary}
      </Checkbox>
    </Section>
  );
}

interface ListFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly path: string;
  readonly entries: readonly string[];
  readonly onChange: (entries: string[]) => void;
}

/** Edits a list with one entry per line. The text stays as entered until someone else changes the list. */
function ListField({ label, hint, path, entries, onChange }: ListFieldProps) {
  const { mayWrite, errorAt, errorPaths } = useSettings();
  const [typed, setTyped] = useState(entries.join('\n'));
  const text = isSameList(entriesOf(typed), entries) ? typed : entries.join('\n');
  const wrong = errorPaths.find((each) => each === path || each.startsWith(`${path}.`));
  const wrongEntry = wrong === undefined ? undefined : entries[Number(wrong.slice(path.length + 1))];
  const message = wrong === undefined ? undefined : errorAt(wrong);
  return (
    <TextField
      label={label}
      hint={hint}
      rows={4}
      isMono
      value={text}
      isReadOnly={!mayWrite}
      error={message !== undefined && wrongEntry !== undefined ? `${wrongEntry}: ${message}` : message}
      onChange={(next) => {
        setTyped(next);
        onChange(entriesOf(next));
      }}
    />
  );
}

const entriesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((entry, index) => entry === other[index]);
