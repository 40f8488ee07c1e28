/** Edits the allowed websites. Also checks whether a page is allowed, using the same rule as the service. */
import { useState } from 'react';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { isOriginEntry, matchesOrigin } from '../../lambdas/forms/origin-match.ts';
import { useTexts } from '../texts/texts.tsx';
import { TextField } from '../ui/field.tsx';
import { ListEditor } from './list-editor.tsx';
import { useSettings } from './settings-draft.tsx';

/** Returns true if pages from this origin can submit the form. An empty list allows all origins. */
export const isAnyAllowed = (entries: readonly string[], origin: string): boolean =>
  entries.length === 0 || entries.some((entry) => matchesOrigin(entry, origin));

/**
 * Returns the `Origin` header that a browser sends from a page, or undefined if the URL is invalid. The
 * scheme is optional.
 */
export function originOf(text: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (text.trim() === '' || !URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return origin === 'null' ? undefined : origin;
}

export function OriginsEditor() {
  const t = useTexts('settings');
  const spamTexts = useTexts('spam');
  const { settings, set, mayWrite, errorAt } = useSettings();
  const entries = settings.allowed_origins;
  return (
    <div className="settings-stack">
      <ListEditor
        label={t.members.allowed_origins}
        isLabelHidden
        hint={spamTexts.originsHint}
        addLabel={spamTexts.addOrigin}
        removeLabel={t.remove}
        placeholder="https://www.example.org"
        items={entries}
        most={50}
        isReadOnly={!mayWrite}
        errorOf={(index) => errorAt(`allowed_origins.${index}`)}
        parse={(text) => (isOriginEntry(text) ? text : entryOf(text))}
        wrong={spamTexts.originWrong}
        onChange={(items) => set('allowed_origins', [...items])}
      />
      {entries.length > 0 && <TryOrigin entries={entries} />}
    </div>
  );
}

/**
 * Converts the entered text to a list entry: the origin of a page URL, or a wildcard entry without a trailing
 * slash.
 */
function entryOf(text: string): string | undefined {
  const bare = text.replace(/\/$/, '');
  if (isOriginEntry(bare)) return bare;
  if (text.includes('*')) return undefined;
  const origin = originOf(text);
  return origin !== undefined && isOriginEntry(origin) ? origin : undefined;
}

function TryOrigin({ entries }: { entries: readonly string[] }) {
  const t = useTexts('spam');
  const [text, setText] = useState('');
  const origin = originOf(text.trim());
  const isAllowed = origin !== undefined && isAnyAllowed(entries, origin);
  return (
    <div className="try-origin">
      <TextField label={t.tryOrigin} placeholder="www.example.org" value={text} onChange={setText} isMono />
      <p role="status" className={isAllowed ? 'verdict good' : 'verdict bad'}>
        {origin !== undefined && (
          <>
            {isAllowed ? <Check size={14} aria-hidden /> : <X size={14} aria-hidden />}
            {isAllowed ? t.originAllowed(origin) : t.originRefused(origin)}
          </>
        )}
      </p>
    </div>
  );
}
