/** Shows how to add the form to a web page: its URL, code to copy, and a test submission. */
import { Arrival, useFirstSubmission } from '../../forms/first-submission.tsx';
import { NobodyNotified } from '../../forms/nobody-notified.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { RefusedPostsOfForm } from '../../usage/refused-posts.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Section } from '../../ui/page.tsx';
import { FormCode, SendTestButton } from '../form-code.tsx';
import { useSettings } from '../settings-draft.tsx';

export function SetupSection() {
  const t = useTexts('settings');
  const { form, mayWrite } = useSettings();
  const received = useFirstSubmission(form.id);
  const address = `${location.origin}/v1/f/${form.slug}`;
  return (
    <>
      <NobodyNotified form={form} />
      {received?.state === 'waiting' && <Arrival form={form} first={received.first} />}
      <Section title={t.address} hint={t.addressHint}>
        <div className="settings-row">
          <code className="settings-address">{address}</code>
          <CopyButton text={address} />
        </div>
      </Section>
      <Section title={t.code} hint={t.codeHint}>
        <FormCode form={form} />
      </Section>
      {mayWrite && (
        <Section title={t.test} hint={t.testHint}>
          <SendTestButton form={form} />
        </Section>
      )}
      <RefusedPostsOfForm formId={form.id} />
    </>
  );
}
