/** Publishes a form's hosted page, and shows its link, QR code and views. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetchedWithEtag } from '../../api/api-client.ts';
import { useFailureToast } from '../../app/error-text.ts';
import { useFormats } from '../../app/formats.ts';
import { Link } from '../../app/link.tsx';
import { statisticsQuery } from '../../forms/form-activity.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Switch } from '../../ui/choice.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Section } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import { ManagedNotice } from '../managed-notice.tsx';
import { useSettings } from '../settings-draft.tsx';
import { formWithEtagQuery } from '../settings-query.ts';
import type { Form } from '../settings-values.ts';
import { QrCode } from './qr-code.tsx';

/** Returns the URL of the form's hosted page. */
export const pageAddress = ({ slug }: Pick<Form, 'slug'>): string => `${location.origin}/v1/f/${slug}/page`;

export function PublishPage() {
  const t = useTexts('share');
  const { form } = useSettings();
  const { enabled } = form.page;
  return (
    <Section title={t.page} hint={t.pageHint}>
      <PublishSwitch />
      {enabled && <Published form={form} />}
    </Section>
  );
}

function PublishSwitch() {
  const t = useTexts('share');
  const settings = useTexts('settings');
  const queries = useQueryClient();
  const { form, changed, mayWrite } = useSettings();
  const [isAsking, setIsAsking] = useState(false);
  const change = useMutation({
    mutationFn: (enabled: boolean) =>
      fetchedWithEtag(
        api.PATCH('/v1/forms/{id}', { params: { path: { id: form.id } }, body: { page: { enabled } } }),
      ),
    onSuccess: ({ data, etag }) => {
      queries.setQueryData(formWithEtagQuery(form.id).queryKey, { data, etag });
      setIsAsking(false);
      toast({ text: data.page.enabled ? t.published : t.unpublished });
    },
    onError: useFailureToast(),
  });
  const { enabled } = form.page;
  // The switch saves immediately, so it's disabled while the draft contains the same settings. Otherwise, the
  // draft would report a conflict with the user's own change.
  const isDraft = changed.includes('page') || (changed.includes('fields') && !enabled);
  const hasFields = form.fields.length > 0;
  const shown = change.isPending && !isAsking ? change.variables : enabled;
  return (
    <>
      <Switch
        isSelected={shown}
        isReadOnly={!mayWrite}
        isDisabled={isDraft || change.isPending || (!hasFields && !enabled)}
        onChange={(wanted) => (form.managed_by === null ? change.mutate(wanted) : setIsAsking(true))}
        hint={isDraft ? t.saveFirst : t.publishHint}
      >
        {t.publish}
      </Switch>
      {!hasFields && !isDraft && (
        <p className="settings-notice">
          {t.needsFields}{' '}
          <Link
            to="/forms/$formId/settings/$section"
            params={{ formId: form.id, section: 'fields' }}
            className="link"
          >
            {settings.toFields}
          </Link>
        </p>
      )}
      <Confirm
        isOpen={isAsking}
        title={settings.managedAsk}
        text={<ManagedNotice where={form.managed_by} />}
        confirm={enabled ? settings.saveAnyway : t.publish}
        isDanger={false}
        isBusy={change.isPending}
        onConfirm={() => change.mutate(!enabled)}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

function Published({ form }: { form: Form }) {
  const t = useTexts('share');
  const address = pageAddress(form);
  return (
    <>
      {form.status !== 'live' && <p className="settings-warning">{t.notLive}</p>}
      <div className="hosted">
        <div className="hosted-link">
          <h3 className="field-label">{t.address}</h3>
          <code className="settings-address">{address}</code>
          <div className="settings-row start">
            <CopyButton text={address} />
            <a className="button secondary small" href={address} target="_blank" rel="noopener">
              {t.open}
            </a>
          </div>
          <Views formId={form.id} />
        </div>
        <QrCode text={address} label={t.qrOf(form.page.title ?? form.name)} fileName={`${form.slug}.svg`} />
      </div>
    </>
  );
}

function Views({ formId }: { formId: string }) {
  const t = useTexts('share');
  const formats = useFormats();
  const { data } = useQuery(statisticsQuery(formId));
  return (
    <p className="field-hint hosted-views">
      {data && t.views(data.views)}
      {data && data.views_conversion !== null && ` · ${t.perView(formats.percent(data.views_conversion))}`}
    </p>
  );
}
