/** Sets up a form's hosted page: its link, its texts, and the websites that embed it. */
import { useTexts } from '../../texts/texts.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { ListEditor } from '../list-editor.tsx';
import { originOf } from '../origins-editor.tsx';
import { useSettings } from '../settings-draft.tsx';
import { embedCode } from '../snippets.ts';
import { pageAddress, PublishPage } from './publish-page.tsx';

const TEXTS = [
  { name: 'title', label: 'heading', most: 200 },
  { name: 'intro', label: 'intro', most: 2000, rows: 4 },
  { name: 'submit_label', label: 'button', most: 200 },
  { name: 'closed_text', label: 'closedText', most: 2000, rows: 3 },
] as const;

export function ShareSection() {
  const t = useTexts('share');
  const { settings, set, mayWrite, errorAt } = useSettings();
  const { page } = settings;
  return (
    <>
      <PublishPage />
      <Section title={t.texts} hint={t.textsHint}>
        {TEXTS.map(({ name, label, most, ...rows }) => (
          <div key={name} data-preview={name === 'closed_text' ? 'closed' : 'hosted'}>
            <TextField
              label={t[label]}
              isRequired={false}
              {...rows}
              {...(name === 'title' && { placeholder: settings.name })}
              value={page[name] ?? ''}
              onChange={(text) => set('page', { ...page, [name]: text === '' ? null : text })}
              maxLength={most}
              isReadOnly={!mayWrite}
              error={errorAt(`page.${name}`)}
            />
          </div>
        ))}
        <Checkbox
          isSelected={page.index}
          isReadOnly={!mayWrite}
          onChange={(index) => set('page', { ...page, index })}
        >
          {t.index}
        </Checkbox>
      </Section>
      <Embedding />
    </>
  );
}

function Embedding() {
  const t = useTexts('share');
  const texts = useTexts('settings');
  const spamTexts = useTexts('spam');
  const { form, settings, set, mayWrite, errorAt } = useSettings();
  const { page } = settings;
  const isEmbeddable = form.page.enabled && page.frame_origins.length > 0;
  return (
    <Section title={t.embed} hint={t.embedHint}>
      <ListEditor
        label={t.websites}
        addLabel={spamTexts.addOrigin}
        removeLabel={texts.remove}
        placeholder="https://www.example.org"
        items={page.frame_origins}
        most={20}
        isReadOnly={!mayWrite}
        errorOf={(index) => errorAt(`page.frame_origins.${index}`)}
        parse={websiteOf}
        wrong={t.wrong}
        onChange={(items) => set('page', { ...page, frame_origins: [...items] })}
      />
      {isEmbeddable && (
        <div className="hosted-code">
          <h3 className="field-label">{t.code}</h3>
          <CodeBlock
            code={embedCode(pageAddress(form), page.title ?? settings.name, location.origin)}
            label={t.code}
          />
        </div>
      )}
    </Section>
  );
}

/**
 * Returns the origin of a website URL, or undefined if the text isn't a URL or contains a wildcard. The
 * pattern rejects both `*` and its escaped form, `%2A`, which some browsers return.
 */
function websiteOf(text: string): string | undefined {
  const origin = originOf(text);
  return origin !== undefined && /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : undefined;
}
