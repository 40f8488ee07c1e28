/** Shows the audit log, newest entries first. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import Info from 'lucide-react/icons/info';
import ScrollText from 'lucide-react/icons/scroll-text';
import { useSearch } from '../app/address-context.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useMay } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { IconButton } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Page } from '../ui/page.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { EntryDetails, actionName, Outcome, Sentence } from './audit-entry.tsx';
import { AuditFilters, isFiltered } from './audit-filters.tsx';
import { auditPageQuery, type AuditPage, type AuditRow } from './audit-rows.ts';
import { auditSearch, type AuditSearch } from './audit-search.ts';
import { useNames } from './audit-targets.ts';

export function AuditScreen() {
  const t = useTexts('audit');
  const mayAdmin = useMay('admin');
  if (mayAdmin) return <AuditLog />;
  return (
    <Page title={t.title}>
      <EmptyState title={t.ownersOnly}>{t.ownersOnlyText}</EmptyState>
    </Page>
  );
}

function AuditLog() {
  const t = useTexts('audit');
  const search = useSearch(auditSearch);
  const page = useQuery(auditPageQuery(search));
  return (
    <Page title={t.title} toolbar={<AuditFilters search={search} rows={page.data?.rows ?? []} />}>
      <Loaded query={page}>{(data) => <Rows page={data} search={search} />}</Loaded>
    </Page>
  );
}

function Rows({ page, search }: { page: AuditPage; search: AuditSearch }) {
  const t = useTexts('audit');
  const formats = useFormats();
  const names = useNames();
  const [opened, setOpened] = useState<AuditRow>();
  const columns: Column<AuditRow>[] = [
    {
      id: 'what',
      title: t.what,
      cell: (row) => (
        <span className="audit-what">
          <span className="audit-sentence">
            <Sentence row={row} names={names} />
          </span>
          {row.tool !== undefined && (
            <span className="soft">
              {t.tool}: <code>{row.tool}</code>
            </span>
          )}
          <span className="soft audit-who-below">
            {row.actor.name} · {formats.fullTime(row.at)}
          </span>
        </span>
      ),
    },
    {
      id: 'who',
      title: t.who,
      isMinor: true,
      cell: ({ actor }) => (
        <Link
          to="/audit"
          search={{ ...search, actor: actor.id, cursor: undefined }}
          className="audit-actor quiet-link"
          title={actor.name}
        >
          <span className="truncate">{actor.name}</span>
          <span className="soft">{t.actorType[actor.type]}</span>
        </Link>
      ),
    },
    { id: 'result', title: t.result, isTight: true, isMinor: true, cell: (row) => <Outcome of={row} /> },
    {
      id: 'when',
      title: t.when,
      isMinor: true,
      isTight: true,
      cell: ({ at }) => (
        <time dateTime={at} className="numeric">
          {formats.fullTime(at)}
        </time>
      ),
    },
    {
      id: 'more',
      title: t.details,
      isTitleHidden: true,
      isTight: true,
      cell: (row) => (
        <IconButton
          isSmall
          label={t.detailsOf(actionName(t.did, row.action))}
          icon={<Info size={15} aria-hidden />}
          onPress={() => setOpened(row)}
        />
      ),
    },
  ];
  return (
    <>
      {page.rows.length === 0 ? (
        <Nothing search={search} isMore={page.next !== undefined} />
      ) : (
        <DataTable label={t.title} rows={page.rows} idOf={({ id }) => id} columns={columns} />
      )}
      {(search.cursor !== undefined || page.next !== undefined) && (
        <nav className="audit-pages" aria-label={t.pages}>
          {search.cursor !== undefined && (
            <Link to="/audit" search={{ ...search, cursor: undefined }} className="button secondary small">
              {t.newest}
            </Link>
          )}
          {page.next !== undefined && (
            <Link to="/audit" search={{ ...search, cursor: page.next }} className="button secondary small">
              {t.older}
            </Link>
          )}
        </nav>
      )}
      {page.next === undefined && page.rows.length > 0 && <p className="audit-kept soft">{t.kept}</p>}
      {opened && <EntryDetails row={opened} names={names} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function Nothing({ search, isMore }: { search: AuditSearch; isMore: boolean }) {
  const t = useTexts('audit');
  const icon = <ScrollText size={18} aria-hidden />;
  if (isMore)
    return (
      <EmptyState icon={icon} title={t.noneSoFar}>
        {t.noneSoFarText}
      </EmptyState>
    );
  const [title, text] = isFiltered(search) ? [t.noMatch, t.noMatchText] : [t.none, t.noneText];
  return (
    <EmptyState icon={icon} title={title}>
      {text}
    </EmptyState>
  );
}
