/** Lists the number of submissions rejected in the last seven days, by form and reason. */
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '../api/api-client.ts';
import { formsQuery } from '../api/all-forms.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useTexts } from '../texts/texts.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Section } from '../ui/page.tsx';
import { usageQuery } from './usage-query.ts';

type Refused = Schema<'Usage'>['refused'][number];

/** Shows all forms' rejected submissions. */
export function RefusedPosts({ refused }: { refused: readonly Refused[] }) {
  const t = useTexts('usage');
  return (
    <Section title={t.refused} hint={t.refusedHint}>
      {refused.length === 0 ? <p className="soft">{t.noneRefused}</p> : <Table refused={refused} hasForm />}
    </Section>
  );
}

/** Shows one form's rejected submissions, if there are any. */
export function RefusedPostsOfForm({ formId }: { formId: string }) {
  const t = useTexts('usage');
  const { data: usage } = useQuery(usageQuery);
  const refused = usage?.refused.filter(({ form_id }) => form_id === formId) ?? [];
  if (refused.length === 0) return null;
  return (
    <Section title={t.refused} hint={t.refusedHint}>
      <Table refused={refused} hasForm={false} />
    </Section>
  );
}

function Table({ refused, hasForm }: { refused: readonly Refused[]; hasForm: boolean }) {
  const t = useTexts('usage');
  const formats = useFormats();
  const { data: forms } = useQuery({ ...formsQuery, enabled: hasForm });
  const names = new Map(forms?.map(({ id, name }) => [id, name]));
  const columns: Column<Refused>[] = [
    {
      id: 'form',
      title: t.form,
      cell: ({ form_id }) => (
        <Link to="/forms/$formId/settings" params={{ formId: form_id }} className="row-link usage-form">
          {names.get(form_id) ?? form_id}
        </Link>
      ),
    },
    { id: 'reason', title: t.reason, cell: ({ reason }) => t.reasons[reason] },
    {
      id: 'count',
      title: t.posts,
      isNumeric: true,
      isTight: true,
      cell: ({ count }) => formats.number(count),
    },
  ];
  return (
    <DataTable
      label={t.refused}
      rows={refused}
      idOf={({ form_id, reason }) => `${form_id} ${reason}`}
      columns={hasForm ? columns : columns.slice(1)}
    />
  );
}
