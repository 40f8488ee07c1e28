/** Shows the code that adds a form to a web page, and sends a test submission. */
import { useState } from 'react';
import { useMay } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock } from '../ui/copy.tsx';
import { SendTest } from './send-test.tsx';
import type { Form } from './settings-values.ts';
import { snippet, snippetKinds, type SnippetKind } from './snippets.ts';

/** Shows the code in the chosen variant. */
export function FormCode({ form }: { form: Form }) {
  const t = useTexts('settings');
  const [kind, setKind] = useState<SnippetKind>('html');
  const notes = { html: t.htmlNote, script: t.scriptNote, react: t.reactNote, turnstile: t.turnstileNote };
  const kinds = snippetKinds.filter(
    (each) => each !== 'turnstile' || form.challenge.provider === 'turnstile',
  );
  return (
    <>
      <div className="settings-tabs" role="group" aria-label={t.code}>
        {kinds.map((each) => (
          <Button
            key={each}
            kind={each === kind ? 'secondary' : 'quiet'}
            isSmall
            aria-pressed={each === kind}
            onPress={() => setKind(each)}
          >
            {t.snippetKinds[each]}
          </Button>
        ))}
      </div>
      <CodeBlock code={snippet(kind, form, location.origin, t)} label={t.snippetKinds[kind]} />
      <p className="field-hint">{notes[kind]}</p>
    </>
  );
}

/** Opens the dialog that sends a test submission. Shows nothing to viewers. */
export function SendTestButton({ form }: { form: Form }) {
  const t = useTexts('settings');
  const mayWrite = useMay('write');
  const [isTesting, setIsTesting] = useState(false);
  if (!mayWrite) return null;
  return (
    <>
      <div>
        <Button onPress={() => setIsTesting(true)} isDisabled={form.status !== 'live'}>
          {t.sendTest}
        </Button>
      </div>
      {form.status !== 'live' && <p className="field-hint">{t.testNeedsLive}</p>}
      {isTesting && <SendTest form={form} onClose={() => setIsTesting(false)} />}
    </>
  );
}
