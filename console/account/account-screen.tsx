/**
 * Shows the account, the signed-in user with their preferences and sessions, and the settings that only the
 * operator can change.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import LogOut from 'lucide-react/icons/log-out';
import { formsQuery } from '../api/all-forms.ts';
import { useTheme } from '../app/theme/chosen-theme.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { themes } from '../app/preferences.ts';
import { useMay, useMe, type Me } from '../app/session.tsx';
import { timeZones, useSetTimeZone } from '../app/time-zones.ts';
import { useEndSessions } from '../people/end-membership.tsx';
import { ReplyTemplates } from '../replies/reply-templates.tsx';
import { signOut } from '../shell/end-session.ts';
import { languageNames, languages } from '../texts/languages.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import { Connections } from './connections.tsx';
import { Labels } from './labels.tsx';

export function AccountScreen() {
  const t = useTexts('account');
  const dataRequests = useTexts('dataRequests');
  const replies = useTexts('replies');
  const me = useMe();
  const mayAdmin = useMay('admin');
  const mayWrite = useMay('write');
  const handling = useTexts('handling');
  return (
    <Page title={t.title} width="narrow">
      <Section title={t.account}>
        <dl className="facts">
          <div>
            <dt>{t.name}</dt>
            <dd>{me.account.name}</dd>
          </div>
          <div>
            <dt>{t.plan}</dt>
            <dd className="account-line">
              <span className="plan-name">{me.account.plan}</span>
              <Link to="/usage" className="link">
                {t.toUsage}
              </Link>
            </dd>
          </div>
          <div>
            <dt>{t.accountId}</dt>
            <dd className="account-line">
              <code>{me.account.id}</code>
              <CopyButton text={me.account.id} label={t.copyId} isIcon />
            </dd>
          </div>
          {!mayAdmin && (
            <div>
              <dt>{t.timeZone}</dt>
              <dd>{me.account.time_zone ?? 'UTC'}</dd>
            </div>
          )}
        </dl>
        {mayAdmin && <TimeZone zone={me.account.time_zone ?? 'UTC'} />}
      </Section>
      <Section title={handling.labels} hint={handling.labelsHint}>
        <Labels mayChange={mayWrite && (me.member?.form_ids ?? null) === null} />
      </Section>
      <Section title={t.you}>
        <You me={me} />
      </Section>
      <Section title={t.preferences} hint={t.preferencesHint}>
        <Preferences />
      </Section>
      <Section title={t.sessions} hint={t.sessionsHint}>
        <Sessions me={me} mayAdmin={mayAdmin} />
      </Section>
      <Section title={replies.templates} hint={replies.templatesHint}>
        <ReplyTemplates />
      </Section>
      <Section title={t.agents} hint={t.agentsHint}>
        <AgentAddress />
        <Connections of="agents" mayAdmin={mayAdmin} />
      </Section>
      <Section title={t.apps} hint={t.appsHint}>
        <Connections of="apps" mayAdmin={mayAdmin} />
      </Section>
      {mayAdmin && (
        <Section title={dataRequests.title} hint={dataRequests.hint}>
          <div>
            <Link to="/data-requests" className="button secondary">
              {dataRequests.title}
            </Link>
          </div>
        </Section>
      )}
      {mayAdmin && (
        <Section title={t.operator}>
          <p>{t.operatorHint}</p>
        </Section>
      )}
    </Page>
  );
}

function AgentAddress() {
  const t = useTexts('account');
  const address = `${location.origin}/mcp`;
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{t.agentAddress}</dt>
          <dd className="account-line">
            <code>{address}</code>
            <CopyButton text={address} label={t.copyAddress} isIcon />
          </dd>
        </div>
      </dl>
      <div>
        <a href="/docs/guides/agents" target="_blank" rel="noopener" className="link">
          {t.agentGuide}
        </a>
      </div>
    </>
  );
}

function TimeZone({ zone }: { zone: string }) {
  const t = useTexts('account');
  const change = useSetTimeZone();
  return (
    <Select
      label={t.timeZone}
      hint={t.timeZoneHint}
      value={change.isPending ? change.variables : zone}
      isDisabled={change.isPending}
      onChange={(chosen) => change.mutate(chosen)}
      options={timeZones(zone).map((value) => ({ value, label: value }))}
    />
  );
}

function You({ me }: { me: Me }) {
  const t = useTexts('account');
  const people = useTexts('people');
  const shell = useTexts('shell');
  const { member } = me;
  if (!member)
    return (
      <dl className="facts">
        <div>
          <dt>{t.key}</dt>
          <dd>
            {me.name}
            <span className="soft">{t.keyHint}</span>
          </dd>
        </div>
      </dl>
    );
  return (
    <dl className="facts">
      {me.name !== member.email && (
        <div>
          <dt>{t.yourName}</dt>
          <dd>{me.name}</dd>
        </div>
      )}
      <div>
        <dt>{t.email}</dt>
        <dd>{member.email}</dd>
      </div>
      <div>
        <dt>{people.role}</dt>
        <dd>
          {shell.roles[member.role]}
          <span className="soft">{people.roleHint[member.role]}</span>
        </dd>
      </div>
      <div>
        <dt>{people.forms}</dt>
        <dd>{member.form_ids === null ? people.allForms : <OwnForms />}</dd>
      </div>
    </dl>
  );
}

function OwnForms() {
  const formats = useFormats();
  const { data: forms = [] } = useQuery(formsQuery);
  return formats.list(forms.map(({ name }) => name));
}

function Preferences() {
  const shell = useTexts('shell');
  const { language, choose } = useLanguage();
  const { theme, choose: chooseTheme } = useTheme();
  return (
    <div className="preferences">
      <Select
        label={shell.language}
        value={language}
        onChange={choose}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <Select
        label={shell.theme}
        value={theme}
        onChange={chooseTheme}
        options={themes.map((value) => ({ value, label: shell.themes[value] }))}
      />
    </div>
  );
}

function Sessions({ me, mayAdmin }: { me: Me; mayAdmin: boolean }) {
  const t = useTexts('account');
  const shell = useTexts('shell');
  const people = useTexts('people');
  const [isAsking, setIsAsking] = useState(false);
  const onError = useFailureToast();
  const leaveHere = useMutation({ mutationFn: signOut, onError });
  const leaveAll = useEndSessions({ id: me.id }, () => setIsAsking(false));
  return (
    <>
      <div className="session-actions">
        <Button
          icon={<LogOut size={14} aria-hidden />}
          isPending={leaveHere.isPending}
          onPress={() => leaveHere.mutate()}
        >
          {shell.signOut}
        </Button>
        {me.member && mayAdmin && <Button onPress={() => setIsAsking(true)}>{people.endSessions}</Button>}
      </div>
      {!me.member && <p className="soft">{t.keySession}</p>}
      {me.member && !mayAdmin && <p className="soft">{t.askOwner}</p>}
      <Confirm
        title={t.everywhereTitle}
        text={<p>{people.endOwnText}</p>}
        confirm={people.endSessions}
        isOpen={isAsking}
        isBusy={leaveAll.isPending}
        onConfirm={() => leaveAll.mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
