/** Warns that a form is managed elsewhere, for example in `forms.yaml`, before someone changes it here. */
import { useQuery } from '@tanstack/react-query';
import { formsQuery } from '../api/all-forms.ts';
import { useTexts } from '../texts/texts.tsx';

/** Says where the form is managed. Shows nothing if it's managed in the console. */
export function ManagedNotice({ where }: { where: string | null }) {
  const t = useTexts('settings');
  if (where === null) return null;
  return (
    <p className="settings-warning" role="note">
      <strong>{t.managedIn(where)}</strong> {t.managedText}
    </p>
  );
}

/** Says where a webhook's form is managed. Shows nothing for account-wide webhooks. */
export function ManagedFormNotice({ formId }: { formId: string | null }) {
  const { data: forms = [] } = useQuery(formsQuery);
  return <ManagedNotice where={forms.find(({ id }) => id === formId)?.managed_by ?? null} />;
}
