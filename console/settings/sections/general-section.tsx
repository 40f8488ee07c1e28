/** Edits a form's name, URL slug, language and status, and deletes the form. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetchedWithEtag } from '../../api/api-client.ts';
import { useFailureToast } from '../../app/error-text.ts';
import { useMe } from '../../app/session.tsx';
import { timeZones } from '../../app/time-zones.ts';
import { languageNames, languages, type Language } from '../../texts/languages.ts';
import { useTexts } from '../../texts/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Section } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import { DangerZone } from './danger-zone.tsx';
import { ManagedNotice } from '../managed-notice.tsx';
import { useSettings } from '../settings-draft.tsx';
import { formWithEtagQuery } from '../settings-query.ts';

/** Product names of other form backends. */
const backends = [
  ['basin', 'Basin'],
  ['formspree', 'Formspree'],
  ['formsubmit', 'FormSubmit'],
  ['getform', 'Getform, Forminit'],
  ['netlify', 'Netlify Forms'],
  ['staticforms', 'StaticForms'],
  ['web3forms', 'Web3Forms'],
] as const;

/** Option value that represents the account's time zone. */
const OF_ACCOUNT = '';

export function GeneralSection() {
  const t = useTexts('settings');
  const { account } = useMe();
  const { form, settings, set, mayWrite, errorAt } = useSettings();
  const isMoved = settings.slug !== form.slug;
  return (
    <>
      <Section title={t.sections.general}>
        <TextField
          label={t.members.name}
          hint={t.nameHint}
          value={settings.name}
          onChange={(name) => set('name', name)}
          maxLength={200}
          isReadOnly={!mayWrite}
          error={errorAt('name')}
        />
        <TextField
          label={t.members.slug}
          hint={isMoved ? <span className="settings-caution">{t.slugMoves}</span> : t.slugHint}
          prefix={`${location.host}/v1/f/`}
          value={settings.slug}
          onChange={(slug) => set('slug', slug)}
          maxLength={64}
          isMono
          isReadOnly={!mayWrite}
          error={errorAt('slug')}
        />
        <Select
          label={t.members.language}
          hint={t.languageHint}
          value={settings.language ?? 'visitor'}
          isDisabled={!mayWrite}
          onChange={(chosen) => set('language', chosen === 'visitor' ? null : chosen)}
          options={[
            { value: 'visitor' as const, label: t.languageOfVisitor },
            ...languages.map((value: Language) => ({ value, label: languageNames[value] })),
          ]}
        />
        <Select
          label={t.members.time_zone}
          hint={t.timeZoneHint}
          value={settings.time_zone ?? OF_ACCOUNT}
          isDisabled={!mayWrite}
          onChange={(zone) => set('time_zone', zone === OF_ACCOUNT ? null : zone)}
          options={[
            { value: OF_ACCOUNT, label: t.timeZoneOfAccount(account.time_zone ?? 'UTC') },
            ...timeZones(...(settings.time_zone === null ? [] : [settings.time_zone])).map((zone) => ({
              value: zone,
              label: zone,
            })),
          ]}
        />
        <Select
          label={t.members.conventions}
          hint={settings.conventions === 'none' ? t.conventionsHint : t.conventionsEffect}
          value={settings.conventions}
          isDisabled={!mayWrite}
          onChange={(chosen) => set('conventions', chosen)}
          options={[
            { value: 'none' as const, label: t.conventionsNone },
            ...backends.map(([value, label]) => ({ value, label })),
          ]}
        />
      </Section>
      <StateSection />
      {mayWrite && <DangerZone />}
    </>
  );
}

function StateSection() {
  const t = useTexts('settings');
  const forms = useTexts('forms');
  const queries = useQueryClient();
  const { form, mayWrite } = useSettings();
  const [isAsking, setIsAsking] = useState(false);
  const isManaged = form.managed_by !== null;
  const change = useMutation({
    mutationFn: (status: 'live' | 'paused') =>
      fetchedWithEtag(api.PATCH('/v1/forms/{id}', { params: { path: { id: form.id } }, body: { status } })),
    onSuccess: ({ data, etag }) => {
      queries.setQueryData(formWithEtagQuery(form.id).queryKey, { data, etag });
      void queries.invalidateQueries({ queryKey: ['forms'] });
      setIsAsking(false);
      toast({ text: data.status === 'live' ? t.nowLive : t.nowPaused });
    },
    onError: useFailureToast(),
  });
  const isLive = form.status === 'live';
  return (
    <Section title={t.state} hint={t.stateHint}>
      <div className="settings-row">
        <p>
          <strong>{forms[form.status]}</strong> <span className="soft">{t.stateText[form.status]}</span>
        </p>
        {mayWrite &&
          (isLive ? (
            <Button onPress={() => setIsAsking(true)}>{t.pause}</Button>
          ) : (
            <Button
              isPending={change.isPending}
              onPress={() => (isManaged ? setIsAsking(true) : change.mutate('live'))}
            >
              {t.goLive}
            </Button>
          ))}
      </div>
      <Confirm
        isOpen={isAsking}
        title={isLive ? t.pauseAsk : t.managedAsk}
        text={
          <>
            <ManagedNotice where={form.managed_by} />
            {isLive && <p>{t.pauseText}</p>}
          </>
        }
        confirm={isLive ? t.pause : t.goLive}
        isDanger={false}
        isBusy={change.isPending}
        onConfirm={() => change.mutate(isLive ? 'paused' : 'live')}
        onClose={() => setIsAsking(false)}
      />
    </Section>
  );
}
