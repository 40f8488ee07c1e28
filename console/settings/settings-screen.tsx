/** Shows a form's settings in sections that share one draft, and the save bar. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type RefObject } from 'react';
import { Form as AriaForm } from 'react-aria-components/Form';
import { useParams } from '../app/address-context.ts';
import { Link } from '../app/link.tsx';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Chip } from '../ui/chip.tsx';
import { Page } from '../ui/page.tsx';
import { Loaded, Skeleton } from '../ui/states.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EmailsSection } from './sections/emails-section.tsx';
import { FilesSection } from './sections/files-section.tsx';
import { GeneralSection } from './sections/general-section.tsx';
import { RetentionSection } from './sections/retention-section.tsx';
import { ManagedNotice } from './managed-notice.tsx';
import { LookPreview } from './preview/look-preview.tsx';
import { isPreviewPage, type PreviewPage } from './preview/preview-query.ts';
import { SaveBar } from './save-bar.tsx';
import { SettingsOf, useSettings } from './settings-draft.tsx';
import { formWithEtagQuery } from './settings-query.ts';
import { sectionOf, sectionOfMember, sections, type SectionId } from './settings-sections.ts';
import { SetupSection } from './sections/setup-section.tsx';
import { ShareSection } from './share/share-section.tsx';
import { SpamSection } from './sections/spam-section.tsx';
import { ThanksSection } from './sections/thanks-section.tsx';

// Load this section lazily, because it's the only one that needs the code for dragging.
const FieldsSection = lazy(async () => ({
  default: (await import('./fields/fields-section.tsx')).FieldsSection,
}));

const content: Readonly<Record<SectionId, ComponentType>> = {
  setup: SetupSection,
  share: ShareSection,
  emails: EmailsSection,
  thanks: ThanksSection,
  fields: FieldsSection,
  spam: SpamSection,
  files: FilesSection,
  retention: RetentionSection,
  general: GeneralSection,
};

/** Page or e-mail that is previewed first in each section that has a preview. */
const firstPreviewOf: Readonly<Partial<Record<SectionId, PreviewPage>>> = {
  emails: 'notification',
  thanks: 'thanks',
  share: 'hosted',
  fields: 'hosted',
};

export function SettingsScreen() {
  const t = useTexts('settings');
  const forms = useTexts('forms');
  const { formId = '', section } = useParams();
  const query = useQuery(formWithEtagQuery(formId));
  const form = query.data?.data;
  return (
    <Page
      title={form?.name ?? t.title}
      windowTitle={form ? `${t.title} – ${form.name}` : t.title}
      {...(form && {
        beside: (
          <Chip tone={form.status === 'live' ? 'good' : form.status === 'paused' ? 'warn' : 'neutral'}>
            {forms[form.status]}
          </Chip>
        ),
        actions: (
          <Link to="/inbox" search={{ form: form.id }} className="button secondary">
            {forms.openInbox}
          </Link>
        ),
      })}
    >
      <Loaded query={query}>
        {({ data, etag }) => (
          <SettingsOf key={data.id} form={data} etag={etag}>
            <SettingsBody section={sectionOf(section)} />
          </SettingsOf>
        )}
      </Loaded>
    </Page>
  );
}

function SettingsBody({ section }: { section: SectionId }) {
  const t = useTexts('settings');
  const { form, mayWrite, changed, save } = useSettings();
  const Content = content[section];
  const element = useRef<HTMLDivElement>(null);
  const [preview, setPreview] = usePreviewOf(section, element);
  return (
    <div ref={element} className={`settings${preview ? ' with-preview' : ''}`}>
      <SectionLinks current={section} />
      <AriaForm
        // Use ARIA validation, because native validation would block another attempt after an error from the
        // service.
        validationBehavior="aria"
        className="settings-content"
        aria-label={t.sections[section]}
        onSubmit={(event) => {
          event.preventDefault();
          // Only the save button warns that a shorter retention deletes submissions, or that the form is
          // managed elsewhere. Therefore, don't save such changes when the user submits the form with the
          // keyboard.
          const mayWarn = changed.includes('retention_days') || form.managed_by !== null;
          if (changed.length > 0 && !mayWarn) void save();
        }}
      >
        {!mayWrite && <p className="settings-notice">{t.readOnly}</p>}
        <ManagedNotice where={form.managed_by} />
        <Suspense fallback={<Skeleton />}>
          <Content key={section} />
        </Suspense>
        <SaveBar />
      </AriaForm>
      {preview && <LookPreview wanted={preview} onChoose={setPreview} />}
      <ConflictDialog />
      <LeaveGuard isChanged={changed.length > 0} within={`/forms/${form.id}/settings`} />
    </div>
  );
}

/**
 * Returns the page or e-mail to preview in a section, and a function that changes it. Focusing another
 * e-mail's settings shows that e-mail.
 */
function usePreviewOf(
  section: SectionId,
  element: RefObject<HTMLElement | null>,
): [PreviewPage | undefined, (page: PreviewPage) => void] {
  const [chosen, setChosen] = useState<{ section: SectionId; page: PreviewPage }>();
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const within = target instanceof Element ? target.closest<HTMLElement>('[data-preview]') : null;
      const page = within?.dataset['preview'];
      if (isPreviewPage(page)) setChosen({ section, page });
    };
    const { current } = element;
    current?.addEventListener('focusin', onFocus);
    return () => current?.removeEventListener('focusin', onFocus);
  }, [section, element]);
  return [
    chosen?.section === section ? chosen.page : firstPreviewOf[section],
    (page) => setChosen({ section, page }),
  ];
}

function SectionLinks({ current }: { current: SectionId }) {
  const t = useTexts('settings');
  const { form, changed, errorPaths } = useSettings();
  const nav = useRef<HTMLElement>(null);
  // In narrow windows, the list of sections scrolls sideways, so scroll the current section into view.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={nav} className="settings-nav" aria-label={t.title}>
      <ul>
        {sections.map((section) => {
          const isWrong = errorPaths.some((path) => sectionOfMember(path) === section);
          const isChanged = changed.some((name) => sectionOfMember(name) === section);
          return (
            <li key={section}>
              <Link
                to="/forms/$formId/settings/$section"
                params={{ formId: form.id, section }}
                className="settings-link"
                aria-current={section === current ? 'page' : undefined}
              >
                {t.sections[section]}
                {(isWrong || isChanged) && (
                  <>
                    <span className={`settings-dot${isWrong ? ' bad' : ''}`} aria-hidden />
                    <span className="visually-hidden">{isWrong ? t.refusedHere : t.changedHere}</span>
                  </>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
