/** Shows how to add the form to a web page: its URL, code to copy, and a test submission. */
import { useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { CodeBlock, CopyButton } from '../ui/copy.tsx';
import { Section } from '../ui/page.tsx';
import { SendTest } from './send-test.tsx';
import { useSettings } from './settings-draft.tsx';
import { snippet, snippetKinds, type SnippetKind } from './snippets.ts';

export function SetupSection() {
  const t = useTexts('settings');
  const { form, mayWrite } = useSettings();
  const [kind, setKind] = useState<SnippetKind>('html');
  const [isTesting, setIsTesting] = useState(false);
  const address = `${location.origin}/v1/f/${form.slug}`;
  const notes = { html: t.htmlNote, script: t.scriptNote, react: t.reactNote, turnstile: t.turnstileNote };
  return (
    <>
      <Section title={t.address} hint={t.addressHint}>
        <div className="settings-row">
          <code className="settings-address">{address}</code>
          <CopyButton text={address} />
        </div>
      </Section>
      <Section title={t.code} hint={t.codeHint}>
        <div className="settings-tabs" role="group" aria-label={t.code}>
          {snippetKinds.map((each) => (
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
      </Section>
      {mayWrite && (
        <Section title={t.test} hint={t.testHint}>
          <div>
            <Button onPress={() => setIsTesting(true)} isDisabled={form.status !== 'live'}>
              {t.sendTest}
            </Button>
          </div>
          {form.status !== 'live' && <p className="field-hint">{t.testNeedsLive}</p>}
          {isTesting && <SendTest onClose={() => setIsTesting(false)} />}
        </Section>
      )}
    </>
  );
}
