/** Finds the items of the command palette: screens, forms, webhooks, people, actions and submissions. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formsQuery } from '../api/all-forms.ts';
import { api, fetched } from '../api/api-client.ts';
import { navigate } from '../app/current-address.ts';
import { folded } from '../app/folded-text.ts';
import { useMay } from '../app/session.tsx';
import { useAllShortcuts } from '../app/shortcuts.ts';
import { senderOf, summaryOf } from '../inbox/row-texts.ts';
import { allMembersQuery, nameOfMember } from '../people/all-members.ts';
import { useTexts } from '../texts/texts.tsx';
import { allWebhooksQuery } from '../webhooks/webhook-queries.ts';
import { usePlaces } from './navigation.tsx';

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly note?: string;
  readonly keys?: string;
  readonly run: () => void;
}

/** Time to wait after the last keystroke before searching submissions, in milliseconds. */
const TYPING_MILLISECONDS = 250;
/** Number of characters that the user must type before submissions are searched. */
const SHORTEST = 2;
const MAX_SUBMISSIONS = 5;
/** Maximum number of items of each kind to show. More items would hide the actions and slow down typing. */
const MAX_OF_A_KIND = 20;

/**
 * Returns the matching items. The service searches submissions, so they appear after a short delay. The last
 * item opens the search in the inbox, which also finds older submissions.
 */
export function usePaletteItems(typed: string): PaletteItem[] {
  const wanted = folded(typed.trim());
  const known = useKnownItems(wanted !== '').flatMap((items) =>
    items
      .filter(({ label, note = '' }) => folded(`${label} ${note}`).includes(wanted))
      .slice(0, MAX_OF_A_KIND),
  );
  return [...known, ...useFoundSubmissions(typed.trim())];
}

/**
 * Returns the items of each kind: screens, forms, webhooks, people and actions.
 * @param isTyping whether the user has typed something, because webhooks are read only then
 */
function useKnownItems(isTyping: boolean): PaletteItem[][] {
  const t = useTexts('shell');
  const places = usePlaces();
  const shortcuts = useAllShortcuts();
  const mayAdmin = useMay('admin');
  const { data: forms } = useQuery(formsQuery);
  const { data: members = [] } = useQuery({ ...allMembersQuery, enabled: mayAdmin });
  const { data: webhooks = [] } = useQuery({
    ...allWebhooksQuery,
    enabled: isTyping,
    refetchInterval: false,
  });
  return [
    places.map(({ to, name, key }) => ({
      id: to,
      label: t[name],
      keys: `g ${key}`,
      run: () => void navigate({ to }),
    })),
    (forms ?? []).map(({ id, name }) => ({
      id,
      label: name,
      note: t.inbox,
      run: () => void navigate({ to: '/inbox', search: { form: id } }),
    })),
    webhooks.map(({ id, url }) => ({
      id,
      label: url,
      note: t.webhooks,
      run: () => void navigate({ to: '/webhooks/$webhookId', params: { webhookId: id } }),
    })),
    members.map((member) => ({
      id: member.id,
      label: nameOfMember(member),
      note: member.name === null ? t.people : `${member.email} · ${t.people}`,
      run: () => void navigate({ to: '/people' }),
    })),
    shortcuts
      .filter(({ group }) => group === 'view')
      .flatMap(({ shortcuts: own }) => own)
      .flatMap(({ keys, label, run }) =>
        label === undefined ? [] : [{ id: `key ${keys}`, label, keys, run }],
      ),
  ];
}

function useFoundSubmissions(typed: string): PaletteItem[] {
  const t = useTexts('shell');
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed), TYPING_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data: forms = [] } = useQuery(formsQuery);
  const { data } = useQuery({
    queryKey: ['submissions', 'palette', q],
    queryFn: ({ signal }) =>
      fetched(api.GET('/v1/submissions', { params: { query: { q, limit: MAX_SUBMISSIONS } }, signal })),
    enabled: q.length >= SHORTEST && q === typed,
  });
  if (typed.length < SHORTEST) return [];
  const found = q === typed ? (data?.data ?? []) : [];
  const formNames = new Map(forms.map(({ id, name }) => [id, name]));
  return [
    ...found.map((submission) => ({
      id: submission.id,
      label: senderOf(submission),
      note: [formNames.get(submission.form_id), summaryOf(submission, typed)].filter(Boolean).join(' · '),
      run: () =>
        void navigate({
          to: '/inbox/$submissionId',
          params: { submissionId: submission.id },
          search: { tab: 'all', q: typed },
        }),
    })),
    {
      id: 'search submissions',
      label: t.searchSubmissions(typed),
      run: () => void navigate({ to: '/inbox', search: { tab: 'all', q: typed } }),
    },
  ];
}
