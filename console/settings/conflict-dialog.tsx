/** Resolves conflicting changes: shows both versions of each setting and lets the user choose one. */
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useSettings } from './settings-draft.tsx';
import { settingsOf, type Settings } from './settings-values.ts';

export function ConflictDialog() {
  const t = useTexts('settings');
  const { conflict, settings, resolve } = useSettings();
  if (!conflict) return null;
  const theirs = settingsOf(conflict.current);
  return (
    <Dialog
      title={t.conflict}
      isOpen
      isSticky
      isWide
      onClose={() => resolve(undefined)}
      actions={
        <>
          <Button onPress={() => resolve('theirs')}>{t.useTheirs}</Button>
          <Button kind="primary" onPress={() => resolve('mine')}>
            {t.keepMine}
          </Button>
        </>
      }
    >
      <p className="soft">{t.conflictText}</p>
      <div className="conflict">
        {conflict.names.map((name) => (
          <section key={name}>
            <h3>{t.members[name]}</h3>
            <dl>
              <dt>{t.theirs}</dt>
              <dd>
                <Shown value={theirs[name]} />
              </dd>
              <dt>{t.yours}</dt>
              <dd>
                <Shown value={settings[name]} />
              </dd>
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Shows a setting's value, with one line for each part if the setting has several parts. */
function Shown({ value }: { value: Settings[keyof Settings] }) {
  const t = useTexts('settings');
  if (value === null || (Array.isArray(value) && value.length === 0))
    return <span className="soft">{t.notSet}</span>;
  const lines = Array.isArray(value)
    ? value.map(lineOf)
    : typeof value === 'object'
      ? partsOf(value)
      : [String(value)];
  return lines.map((line, index) => <p key={index}>{line}</p>);
}

const partsOf = (value: object): string[] =>
  Object.values(value)
    .filter((part) => part !== null && part !== undefined)
    .map(String);

const lineOf = (item: unknown): string => {
  if (typeof item !== 'object' || item === null) return String(item);
  const { name, ...rest } = item as { readonly name?: string };
  return [name, ...partsOf(rest)].join(' · ');
};
