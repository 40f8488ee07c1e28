/**
 * Shows unsaved changes and saves them. Asks for confirmation if the form is managed elsewhere, or if a shorter
 * retention would delete submissions.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { navigate } from '../app/current-address.ts';
import { useShortcuts } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { ManagedNotice } from './managed-notice.tsx';
import { useSettings } from './settings-draft.tsx';
import { expiringQuery } from './settings-query.ts';
import { sectionOfMember } from './settings-sections.ts';

export function SaveBar() {
  const t = useTexts('settings');
  const house = useTexts('house');
  const { form, settings, changed, isSaving, save, discard, errorPaths } = useSettings();
  const [isAsking, setIsAsking] = useState(false);
  const shortened = shortenedTo(form.retention_days, settings.retention_days);
  const expiring = useQuery({ ...expiringQuery(form.id, shortened ?? 1), enabled: shortened !== undefined });
  const mayDelete = shortened !== undefined && expiring.data?.count !== 0;
  const isChanged = changed.length > 0;
  const start = (): void => {
    if (!isChanged || isSaving) return;
    if (mayDelete || form.managed_by !== null) setIsAsking(true);
    else void save();
  };
  useShortcuts(isChanged ? [{ keys: 'mod+s', label: house.save, run: start }] : []);
  useSectionOfError();
  return (
    <div className={`save-bar${isChanged ? ' here' : ''}`} role="status">
      {isChanged && (
        <>
          <span className={errorPaths.length > 0 ? 'save-text bad' : 'save-text'}>
            {errorPaths.length > 0 ? t.refused : t.unsaved}
          </span>
          <Button kind="quiet" onPress={discard} isDisabled={isSaving}>
            {t.discard}
          </Button>
          <Button kind="primary" onPress={start} isPending={isSaving}>
            {house.save}
          </Button>
        </>
      )}
      <Confirm
        isOpen={isAsking}
        title={mayDelete ? t.retentionAsk : t.managedAsk}
        text={
          <>
            <ManagedNotice where={form.managed_by} />
            {mayDelete && (
              <p>{expiring.data ? t.willDelete(expiring.data.count, expiring.data.isAll) : t.goNowUnknown}</p>
            )}
          </>
        }
        confirm={mayDelete ? t.retentionConfirm : t.saveAnyway}
        isDanger={mayDelete}
        onConfirm={() => {
          setIsAsking(false);
          void save();
        }}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
}

/** Returns the new retention in days if it's shorter than the current one, or undefined otherwise. */
function shortenedTo(now: number | null, then: number | null): number | undefined {
  return then !== null && (now === null || then < now) ? then : undefined;
}

/** Opens the section that contains the first error reported by the service. */
function useSectionOfError(): void {
  const { form, errorPaths } = useSettings();
  const [first] = errorPaths;
  useEffect(() => {
    const section = first === undefined ? undefined : sectionOfMember(first);
    if (section === undefined) return;
    void navigate({ to: '/forms/$formId/settings/$section', params: { formId: form.id, section } });
  }, [first, form.id]);
}
