/** Shows the members with their role and forms, and pending invitations. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import { formsQuery } from '../api/all-forms.ts';
import { useSearch } from '../app/address-context.ts';
import { navigate } from '../app/current-address.ts';
import { useFormats } from '../app/formats.ts';
import { useMay, useMe } from '../app/session.tsx';
import { useShortcuts } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Menu, MenuItem, MenuLine } from '../ui/menu.tsx';
import { Page } from '../ui/page.tsx';
import { SearchedRows } from '../ui/searched-rows.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { allMembersQuery, isLastOwner, nameOfMember, stateOfMember, type Member } from './all-members.ts';
import { ChangeMember } from './change-member.tsx';
import { EndSessions, RemoveMember } from './end-membership.tsx';
import { InviteDialog, useInvite } from './invite-member.tsx';
import { peopleSearch } from './people-search.ts';

export function PeopleScreen() {
  const t = useTexts('people');
  const mayAdmin = useMay('admin');
  const { invite } = useSearch(peopleSearch);
  const setInviting = (isOn: boolean): void =>
    void navigate({ to: '/people', search: { invite: isOn ? 'yes' : undefined }, replace: true });
  useShortcuts(mayAdmin ? [{ keys: 'n', label: t.invite, run: () => setInviting(true) }] : []);
  return (
    <Page
      title={t.title}
      actions={
        mayAdmin && (
          <Button kind="primary" icon={<Plus size={14} aria-hidden />} onPress={() => setInviting(true)}>
            {t.invite}
          </Button>
        )
      }
    >
      {mayAdmin ? <People /> : <EmptyState title={t.ownersOnly}>{t.ownersOnlyText}</EmptyState>}
      {mayAdmin && invite !== undefined && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function People() {
  const members = useQuery(allMembersQuery);
  return <Loaded query={members}>{(all) => <MemberTable members={all} />}</Loaded>;
}

type Question = 'change' | 'end' | 'remove';

function MemberTable({ members }: { members: readonly Member[] }) {
  const t = useTexts('people');
  const shell = useTexts('shell');
  const me = useMe();
  const [asked, setAsked] = useState<{ id: string; question: Question }>();
  const subject = members.find(({ id }) => id === asked?.id);
  const close = (): void => setAsked(undefined);
  const columns: Column<Member>[] = [
    {
      id: 'person',
      title: t.person,
      cell: (member) => (
        <span className="person">
          <span className="avatar" aria-hidden>
            {nameOfMember(member).slice(0, 1).toUpperCase()}
          </span>
          <span className="person-names">
            <span className="person-name">
              <span className="truncate" title={nameOfMember(member)}>
                {nameOfMember(member)}
              </span>
              {member.id === me.id && <Chip>{t.you}</Chip>}
            </span>
            {member.name !== null && (
              <span className="truncate soft" title={member.email}>
                {member.email}
              </span>
            )}
            <span className="person-access soft">
              {shell.roles[member.role]} · <FormsOf member={member} />
            </span>
          </span>
        </span>
      ),
    },
    { id: 'role', title: t.role, isMinor: true, isTight: true, cell: ({ role }) => shell.roles[role] },
    { id: 'forms', title: t.forms, isMinor: true, cell: (member) => <FormsOf member={member} /> },
    { id: 'state', title: t.state, isTight: true, cell: (member) => <State of={member} /> },
    {
      id: 'since',
      title: t.since,
      isMinor: true,
      isTight: true,
      cell: ({ joined_at, invited_at }) => <Time at={joined_at ?? invited_at} />,
    },
    {
      id: 'actions',
      title: t.actions,
      isTitleHidden: true,
      isTight: true,
      cell: (member) => (
        <MemberMenu member={member} onAsk={(question) => setAsked({ id: member.id, question })} />
      ),
    },
  ];
  return (
    <>
      {members.length === 0 ? (
        <EmptyState title={t.none}>{t.noneText}</EmptyState>
      ) : (
        <SearchedRows
          rows={members}
          textOf={({ name, email }) => `${name ?? ''} ${email}`}
          label={t.find}
          noMatch={t.noMatch}
        >
          {(shown) => <DataTable label={t.title} rows={shown} idOf={({ id }) => id} columns={columns} />}
        </SearchedRows>
      )}
      {members.length === 1 && <p className="people-note soft">{t.alone}</p>}
      {subject && asked?.question === 'change' && (
        <ChangeMember member={subject} isLastOwner={isLastOwner(subject, members)} onClose={close} />
      )}
      {subject && asked?.question === 'remove' && (
        <RemoveMember member={subject} isLastOwner={isLastOwner(subject, members)} onClose={close} />
      )}
      {subject && asked?.question === 'end' && <EndSessions member={subject} onClose={close} />}
    </>
  );
}

function FormsOf({ member }: { member: Member }) {
  const t = useTexts('people');
  const formats = useFormats();
  const { data: forms } = useQuery(formsQuery);
  if (member.form_ids === null) return <span className="soft">{t.allForms}</span>;
  const ids = new Set(member.form_ids);
  const names = (forms ?? []).filter(({ id }) => ids.has(id)).map(({ name }) => name);
  if (names.length === 0) return t.formCount(ids.size);
  const text = formats.list(names);
  return (
    <span className="people-forms truncate" title={text}>
      {text}
    </span>
  );
}

function State({ of }: { of: Member }) {
  const t = useTexts('people');
  const formats = useFormats();
  const state = stateOfMember(of);
  if (state === 'active') return <Chip tone="good">{t.active}</Chip>;
  if (state === 'expired') return <Chip tone="warn">{t.expired}</Chip>;
  return (
    <span className="member-state">
      <Chip tone="accent">{t.invited}</Chip>
      {of.expires_at !== null && (
        <span className="soft minor-part" title={formats.fullTime(of.expires_at)}>
          {t.until(formats.date(of.expires_at))}
        </span>
      )}
    </span>
  );
}

function MemberMenu({ member, onAsk }: { member: Member; onAsk: (question: Question) => void }) {
  const t = useTexts('people');
  const invite = useInvite();
  const label = t.actionsOf(nameOfMember(member));
  const isActive = member.status === 'active';
  return (
    <Menu
      label={label}
      trigger={<IconButton isSmall label={label} icon={<Ellipsis size={16} aria-hidden />} />}
    >
      <MenuItem onAction={() => onAsk('change')}>{t.change}</MenuItem>
      {isActive ? (
        <MenuItem onAction={() => onAsk('end')}>{t.endSessions}</MenuItem>
      ) : (
        <MenuItem
          onAction={() =>
            invite.mutate({ email: member.email, role: member.role, form_ids: member.form_ids })
          }
        >
          {t.inviteAgain}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem isDanger onAction={() => onAsk('remove')}>
        {isActive ? t.remove : t.withdrawInvitation}
      </MenuItem>
    </Menu>
  );
}
