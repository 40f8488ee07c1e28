/** Shows the inbox: the submissions of one form or all forms, and the open submission next to the list. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import Download from 'lucide-react/icons/download';
import { formCountsQuery } from '../api/all-forms.ts';
import type { Schema } from '../api/api-client.ts';
import { useParams, useSearch } from '../app/address-context.ts';
import { navigate } from '../app/current-address.ts';
import { Link } from '../app/link.tsx';
import { useMedia } from '../app/media.ts';
import { useMay, useMayMarkRead } from '../app/session.tsx';
import { openPicker, type OpenPicker } from '../handling/open-picker.ts';
import { HandlingPicker } from '../handling/picker.tsx';
import { SubmissionScreen } from '../submission/submission-screen.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { QuotaBanner } from '../usage/quota-banner.tsx';
import { Loaded } from '../ui/states.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { useStartJob, type JobChange } from './bulk-job.ts';
import { BulkProgress } from './bulk-progress.tsx';
import { EmptyInbox, MAX_FORMS_LISTED } from './empty-inbox.tsx';
import { InboxPlaceContext, type InboxPlace } from './inbox-context.tsx';
import { useInboxKeys } from './inbox-keys.ts';
import { FoundElsewhere, SearchProgress } from './found-elsewhere.tsx';
import { headQuery, pageQuery, PAGE_SIZE } from './inbox-query.ts';
import { inboxSearch, type InboxSearch } from './inbox-search.ts';
import { InboxTable } from './inbox-table.tsx';
import { FormChoice, InboxToolbar } from './inbox-toolbar.tsx';
import { useSearchHighlights } from './search-highlights.ts';
import { useShownColumns } from './shown-columns.ts';
import { Position } from './position.tsx';
import { SelectEverything } from './select-everything.tsx';
import { useHiddenSubmissions, useSubmissionActions, type RunAction } from './submission-actions.ts';
import { unreadOn } from './unread-count.ts';
import { useInboxSelection } from './use-selection.ts';

type Submission = Schema<'Submission'>;
/** In a narrow list, rows only show the sender and the message. */
const NO_COLUMNS: readonly string[] = [];

export function InboxScreen() {
  const t = useTexts('inbox');
  const search = useSearch(inboxSearch);
  const { submissionId: openId } = useParams();
  const list = useInboxList(search);
  const columns = useShownColumns(search.form);
  const { data: forms } = useQuery(formCountsQuery);
  const mine = search.form === undefined ? forms : forms?.filter(({ id }) => id === search.form);
  const unread = list.unread ?? mine?.reduce((sum, { counts }) => sum + counts.unread, 0);
  const isNarrow = useMedia('(max-width: 47.99rem)');
  const formNames = useMemo(
    () => (search.form === undefined ? new Map((forms ?? []).map(({ id, name }) => [id, name])) : undefined),
    [forms, search.form],
  );
  const open = useCallback(
    (submissionId: string, replace = false) =>
      void navigate({ to: '/inbox/$submissionId', params: { submissionId }, search, replace }),
    [search],
  );
  const close = useCallback(() => void navigate({ to: '/inbox', search }), [search]);
  const highlights = useSearchHighlights(search.q);
  const index = list.rows.findIndex(({ id }) => id === openId);
  const place = useMemo<InboxPlace>(
    () => ({
      previous: index > 0 ? list.rows[index - 1]?.id : undefined,
      next: index >= 0 ? list.rows[index + 1]?.id : undefined,
      open: (id) => open(id, true),
      close,
    }),
    [index, list.rows, open, close],
  );
  return (
    <Page
      title={t.title}
      windowTitle={unread ? `(${unread}) ${t.title}` : t.title}
      width="split"
      beside={<FormChoice search={search} />}
      actions={
        <Link to="/export" search={search} className="button secondary">
          <Download size={14} aria-hidden />
          <span className="wide-only">{t.export}</span>
        </Link>
      }
      toolbar={
        <>
          <QuotaBanner />
          <InboxToolbar search={search} columns={columns} isSearching={list.isSearching} unread={unread} />
        </>
      }
    >
      <div className={openId === undefined ? 'inbox' : 'inbox with-detail'} ref={highlights}>
        <InboxList
          key={JSON.stringify(search)}
          list={list}
          search={search}
          openId={openId}
          columns={isNarrow || openId !== undefined ? NO_COLUMNS : columns.chosen}
          titleOf={columns.titleOf}
          formNames={formNames}
          onOpen={open}
        />
        <HandlingPicker />
        <InboxPlaceContext value={place}>{openId !== undefined && <SubmissionScreen />}</InboxPlaceContext>
      </div>
    </Page>
  );
}

type InboxListState = ReturnType<typeof useInboxList>;

/** Returns the visible rows, the number of newer submissions, and the search progress. */
function useInboxList(search: InboxSearch) {
  const queries = useQueryClient();
  const page = useInfiniteQuery(pageQuery(search));
  const head = useQuery(headQuery(search));
  const hidden = useHiddenSubmissions();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = page;
  const found = useMemo(() => (data?.pages ?? []).flatMap((each) => each.data), [data]);

  // Each search request has a time limit, so finding all matches can take several requests.
  const isSearching = search.q !== undefined && hasNextPage && found.length < PAGE_SIZE;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, fetchNextPage]);

  const rows = useMemo(() => {
    // Update visible rows with other people's changes, such as marking as read or starring.
    const current = new Map((head.data?.data ?? []).map((each) => [each.id, each]));
    return found.filter(({ id }) => !hidden.has(id)).map((each) => current.get(each.id) ?? each);
  }, [found, head.data, hidden]);
  const newest = found[0]?.received_at ?? '';
  const known = new Set(found.map(({ id }) => id));
  const fresh = (head.data?.data ?? []).filter(
    ({ id, received_at }) => !known.has(id) && !hidden.has(id) && received_at >= newest,
  );
  return {
    page,
    rows,
    isSearching,
    unread: unreadOn(search, head.data, hidden),
    searchedUntil: data?.pages.at(-1)?.searched_until,
    next: data?.pages.at(-1)?.next_cursor ?? undefined,
    newCount: data === undefined ? 0 : fresh.length,
    showNew: () => void queries.resetQueries({ queryKey: ['submissions', 'page', search] }),
  };
}

function InboxList(props: {
  list: InboxListState;
  search: InboxSearch;
  openId: string | undefined;
  columns: readonly string[];
  titleOf: (name: string) => string;
  formNames: ReadonlyMap<string, string> | undefined;
  onOpen: (id: string, replace?: boolean) => void;
}) {
  const { list, search, openId, columns, titleOf, formNames, onOpen } = props;
  const t = useTexts('inbox');
  const house = useTexts('house');
  const mayWrite = useMay('write');
  const mayMark = useMayMarkRead();
  const queries = useQueryClient();
  const run = useSubmissionActions();
  const readAhead = (cursor: string | undefined): void =>
    void queries.infiniteQuery(pageQuery({ ...search, cursor })).catch(() => undefined);
  const frame = useRef<HTMLDivElement>(null);
  const { rows } = list;
  const isSpam = search.tab === 'spam';
  const { selection, selected, isEverything, selectEverything, setSelection, onSelect, clear } =
    useInboxSelection(rows);
  const startJob = useStartJob(search);
  const startForAll = (change: JobChange): void => {
    startJob(change);
    clear();
  };
  /** Runs an action on the rows or, if all matching submissions are selected, on all of them. */
  const runChosen: RunAction = (chosen, action, options) => {
    if (isEverything && chosen === selected) {
      startForAll({ action });
    } else {
      run(chosen, action, options);
    }
  };
  const onPick = (kind: OpenPicker['kind'], chosen: readonly Submission[]): void =>
    openPicker(
      kind,
      chosen,
      isEverything && chosen === selected ? { formId: search.form, start: startForAll } : undefined,
    );
  useInboxKeys({
    rows,
    selected,
    openId,
    frame,
    mayWrite,
    mayMark,
    run: runChosen,
    onPick,
    onOpen,
    setSelection,
  });
  const onStar = useCallback(
    (submission: Submission) => run([submission], submission.starred ? 'unstar' : 'star', { isQuiet: true }),
    [run],
  );
  const hasOtherPages = search.cursor !== undefined || (list.next !== undefined && !list.isSearching);
  return (
    <div className="inbox-list" ref={frame}>
      <BulkProgress />
      <div className="inbox-scroll">
        <div role="status" className="inbox-news">
          {list.newCount > 0 && (
            <Button isSmall kind="primary" onPress={list.showNew}>
              {`${t.newOnes(list.newCount)} · ${t.showNew}`}
            </Button>
          )}
        </div>
        <Loaded query={list.page}>
          {() =>
            rows.length === 0 && !list.isSearching ? (
              <EmptyInbox search={search} />
            ) : (
              <InboxTable
                rows={rows}
                columns={columns}
                titleOf={titleOf}
                formNames={formNames}
                q={search.q}
                openId={openId}
                maySelect={mayWrite}
                selected={selection}
                onSelect={onSelect}
                onOpen={onOpen}
                onStar={onStar}
              />
            )
          }
        </Loaded>
        {search.q !== undefined && <SearchProgress list={list} isFirstPage={search.cursor === undefined} />}
        {search.q !== undefined && !list.isSearching && <FoundElsewhere search={search} />}
        {search.form === undefined && rows.length > 0 && (formNames?.size ?? 0) > MAX_FORMS_LISTED && (
          <p className="search-progress soft">{t.newestForms(MAX_FORMS_LISTED)}</p>
        )}
        {hasOtherPages && (
          <nav className="inbox-pages" aria-label={`${house.previousPage} – ${house.nextPage}`}>
            {search.cursor !== undefined && (
              <Link
                to="/inbox"
                search={{ ...search, cursor: undefined, start: undefined }}
                className="button secondary small"
              >
                {house.previousPage}
              </Link>
            )}
            <Position search={search} shown={rows.length} isLast={list.next === undefined} />
            {list.next !== undefined && (
              <Link
                to="/inbox"
                search={{
                  ...search,
                  cursor: list.next,
                  start: String(Number(search.start ?? 0) + rows.length),
                }}
                className="button secondary small"
                onIntent={() => readAhead(list.next)}
              >
                {house.nextPage}
              </Link>
            )}
          </nav>
        )}
      </div>
      {selected.length > 0 && (
        <BulkBar
          selected={selected}
          isEverything={isEverything}
          isSpam={isSpam}
          run={runChosen}
          onPick={onPick}
          onClear={clear}
        >
          {selected.length === rows.length && hasOtherPages && (
            <SelectEverything search={search} isSelected={isEverything} onSelect={selectEverything} />
          )}
        </BulkBar>
      )}
    </div>
  );
}
