/**
 * Explains why the list of submissions is empty. For a form that has never received a submission, shows how
 * to send the first one.
 */
import { useQuery } from '@tanstack/react-query';
import InboxIcon from 'lucide-react/icons/inbox';
import { formsQuery } from '../api/all-forms.ts';
import { api, fetched, type Schema } from '../api/api-client.ts';
import { Link } from '../app/link.tsx';
import { useMay } from '../app/session.tsx';
import { Arrival, useFirstSubmission } from '../forms/first-submission.tsx';
import { FormCode, SendTestButton } from '../settings/form-code.tsx';
import { useTexts } from '../texts/texts.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { isFiltered, type InboxSearch } from './inbox-search.ts';

type Tab = NonNullable<InboxSearch['tab']>;

/** Number of forms whose submissions the service can list together. */
export const MAX_FORMS_LISTED = 200;

export function EmptyInbox({ search }: { search: InboxSearch }) {
  const t = useTexts('inbox');
  const { data: forms } = useQuery(formsQuery);
  const { tab = 'new' } = search;
  if (isFiltered(search)) return <Empty title={t.noMatch} text={t.noMatchText} />;
  if (tab !== 'new' && tab !== 'all') return <EmptyTab tab={tab} />;
  if (!forms) return <Skeleton />;
  if (forms.length === 0) return <NoForms />;
  // The list only includes the newest forms, so submissions of older forms may be missing.
  if (search.form === undefined && forms.length > MAX_FORMS_LISTED && tab === 'all')
    return <Empty title={t.noMatch} text={t.newestForms(MAX_FORMS_LISTED)} />;
  const form = search.form === undefined ? onlyOne(forms) : forms.find(({ id }) => id === search.form);
  return form ? <EmptyForm key={form.id} form={form} tab={tab} /> : <EmptyAccount tab={tab} />;
}

const onlyOne = <T,>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

/** Suggests creating the first form. */
function NoForms() {
  const t = useTexts('forms');
  if (!useMay('write')) return <Empty title={t.noForms} text={t.noFormsViewer} />;
  return (
    <EmptyState
      icon={<InboxIcon size={18} aria-hidden />}
      title={t.firstTitle}
      action={
        <Link to="/forms" className="button primary">
          {t.create}
        </Link>
      }
    >
      {t.firstText}
    </EmptyState>
  );
}

function EmptyForm({ form, tab }: { form: Schema<'Form'>; tab: Tab }) {
  const received = useFirstSubmission(form.id);
  if (!received) return <Skeleton />;
  if (received.state === 'received') return <EmptyTab tab={tab} />;
  return (
    <div className="inbox-waiting">
      <Arrival form={form} first={received.first} />
      <FormCode form={form} />
      <SendTestButton form={form} />
    </div>
  );
}

/** Says that no submission has arrived yet or, if there are any, that the tab is empty. */
function EmptyAccount({ tab }: { tab: Tab }) {
  const { data } = useQuery({
    queryKey: ['submissions', 'any'],
    queryFn: ({ signal }) => fetched(api.GET('/v1/submissions', { params: { query: { limit: 1 } }, signal })),
  });
  if (!data) return <Skeleton />;
  return <EmptyTab tab={data.data.length === 0 ? 'all' : tab} />;
}

function EmptyTab({ tab }: { tab: Tab }) {
  const [title, text] = useTexts('inbox').empty[tab];
  return <Empty title={title} text={text} />;
}

function Empty({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState icon={<InboxIcon size={18} aria-hidden />} title={title}>
      {text}
    </EmptyState>
  );
}
