/** Shows the file settings: the plan's limits, and which declared fields accept files. */
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../app/formats.ts';
import { Link } from '../../app/link.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Section } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useSettings } from '../settings-draft.tsx';
import { usageQuery } from '../settings-query.ts';

export function FilesSection() {
  const t = useTexts('settings');
  const formats = useFormats();
  const { form, settings } = useSettings();
  const usage = useQuery(usageQuery);
  const fileFields = settings.fields.filter(({ type }) => type === 'file');
  return (
    <Section title={t.sections.files} hint={t.filesHint}>
      <Loaded query={usage}>
        {({ uploads }) => (
          <>
            <p>{uploads.allowed ? t.filesUpTo(formats.bytes(uploads.max_file_bytes)) : t.noFilesInPlan}</p>
            {uploads.allowed && settings.fields.length === 0 && <p>{t.filesAnyField}</p>}
            {settings.fields.length > 0 && (
              <p>
                {fileFields.length > 0
                  ? t.fileFields(formats.list(fileFields.map(({ label, name }) => label ?? name)))
                  : t.noFileFields}{' '}
                <Link
                  to="/forms/$formId/settings/$section"
                  params={{ formId: form.id, section: 'fields' }}
                  className="link"
                >
                  {t.toFields}
                </Link>
              </p>
            )}
            <p className="field-hint">{t.filesMarkup}</p>
          </>
        )}
      </Loaded>
    </Section>
  );
}
