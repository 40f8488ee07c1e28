/**
 * Previews one of the form's pages or e-mails with the unsaved settings, as rendered by the service. In wide
 * windows, the preview is next to the settings. In narrow windows, it's a collapsible panel at the bottom.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { ApiError } from '../../api/api-error.ts';
import { useErrorText } from '../../app/error-text.ts';
import { useMedia } from '../../app/media.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useSettings } from '../settings-draft.tsx';
import { useSettled } from '../use-settled.ts';
import { PreviewFrame } from './preview-frame.tsx';
import { isEmail, previewDraftOf, previewPagesOf, previewQuery, type PreviewPage } from './preview-query.ts';

/** Must match the width in `settings.css`. */
const IS_BESIDE = '(min-width: 68.75rem)';

export function LookPreview({
  wanted,
  onChoose,
}: {
  wanted: PreviewPage;
  onChoose: (page: PreviewPage) => void;
}) {
  const t = useTexts('settings');
  const isBeside = useMedia(IS_BESIDE);
  const [isOpen, setIsOpen] = useState(false);
  const { settings } = useSettings();
  const pages = previewPagesOf(settings);
  const page = pages.includes(wanted) ? wanted : (pages[0] ?? 'error');
  const isShown = isBeside || isOpen;
  return (
    <aside className={`look-preview${isShown ? ' open' : ''}`} aria-label={t.preview}>
      <div className="look-preview-head">
        <Select
          label={t.preview}
          isLabelHidden
          value={page}
          onChange={(chosen) => {
            setIsOpen(true);
            onChoose(chosen);
          }}
          options={pages.map((value) => ({ value, label: t.previews[value] }))}
        />
        {!isBeside && (
          <Button
            isSmall
            kind="quiet"
            aria-expanded={isOpen}
            icon={isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronUp size={14} aria-hidden />}
            onPress={() => setIsOpen(!isOpen)}
          >
            {isOpen ? t.hidePreview : t.showPreview}
          </Button>
        )}
      </div>
      {isShown && <ShownPreview page={page} />}
    </aside>
  );
}

function ShownPreview({ page }: { page: PreviewPage }) {
  const t = useTexts('settings');
  const house = useTexts('house');
  const textOf = useErrorText();
  const { language: ownLanguage } = useLanguage();
  const { form, settings, changed } = useSettings();
  const [attempt, setAttempt] = useState(0);
  const language = settings.language ?? ownLanguage;
  const draft = useSettled(previewDraftOf(settings, changed));
  const { data, error, refetch } = useQuery(previewQuery(form.id, page, language, draft));
  const [last, setLast] = useState(data);
  // A failed query has no data, so keep the last preview and continue to show it.
  if (data && data !== last) setLast(data);
  const isMail = isEmail(page);
  return (
    <>
      {isMail && (
        <dl className="mail-head">
          <dt>{t.to}</dt>
          <dd>{page === 'autoresponse' ? t.submitter : (settings.notify_emails[0] ?? t.noRecipients)}</dd>
          <dt>{t.subject}</dt>
          <dd>
            <strong lang={settings.language ?? 'en'}>{last?.subject ?? ' '}</strong>
          </dd>
        </dl>
      )}
      {error && (
        <div className="look-preview-error" role="status">
          <span>
            {t.previewOutdated} {textOf(error)}
          </span>
          {!(error instanceof ApiError && error.status === 422) && (
            <Button
              isSmall
              onPress={() => {
                setAttempt(attempt + 1);
                void refetch();
              }}
            >
              {house.retry}
            </Button>
          )}
        </div>
      )}
      {last && (
        <PreviewFrame
          key={attempt}
          formId={form.id}
          title={t.previews[page]}
          html={last.html}
          language={isMail ? (settings.language ?? 'en') : language}
          scrollKey={last.page}
        />
      )}
      <p className="field-hint">
        {t.previewNotes[page]}{' '}
        <a
          className="link"
          href={`/v1/forms/${form.id}/preview?page=${page}&language=${language}`}
          target="_blank"
          rel="noopener"
        >
          {t.openSaved}
        </a>
      </p>
    </>
  );
}
