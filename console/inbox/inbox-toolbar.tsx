/** Shows the inbox's tabs, search and filters, which are all stored in the URL. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import Columns from 'lucide-react/icons/columns-3';
import Filter from 'lucide-react/icons/list-filter';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { formsQuery } from '../api/all-forms.ts';
import { navigate } from '../app/current-address.ts';
import { Link } from '../app/link.tsx';
import { useMe } from '../app/session.tsx';
import { useShortcuts } from '../app/shortcuts.ts';
import { HandlingFilters, useLiveFilters } from '../handling/handling-filters.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { SearchField, TextField } from '../ui/field.tsx';
import { Menu, MenuChoices, MenuItem } from '../ui/menu.tsx';
import { Select } from '../ui/select.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { tabsOf, type InboxSearch } from './inbox-search.ts';
import type { ShownColumns } from './shown-columns.ts';

const TYPING_MILLISECONDS = 300;
const ALL_FORMS = 'all';
const SEARCH_ID = 'inbox-search';
const NO_FILTERS = {
  from: undefined,
  to: undefined,
  files: undefined,
  assignee: undefined,
  label: undefined,
};

export function FormChoice({ search }: { search: InboxSearch }) {
  const t = useTexts('inbox');
  const { data: forms = [] } = useQuery(formsQuery);
  return (
    <Select
      label={t.form}
      isLabelHidden
      value={search.form ?? ALL_FORMS}
      onChange={(form) =>
        void navigate({
          to: '/inbox',
          search: { ...search, form: form === ALL_FORMS ? undefined : form, cursor: undefined },
        })
      }
      options={[
        { value: ALL_FORMS, label: t.allForms },
        ...forms.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}

export function InboxToolbar(props: {
  search: InboxSearch;
  columns: ShownColumns;
  isSearching: boolean;
  unread: number | undefined;
}) {
  const { search, columns, isSearching, unread } = props;
  const t = useTexts('inbox');
  const shell = useTexts('shell');
  const { tab = 'new' } = search;
  const me = useMe();
  useShortcuts([
    {
      keys: '/',
      label: shell.search,
      run: () => document.querySelector<HTMLElement>(`input#${SEARCH_ID}, #${SEARCH_ID} input`)?.focus(),
    },
  ]);
  return (
    <>
      <TabLinks
        label={t.views}
        current={tab}
        tabs={tabsOf(me).map((id) => ({
          id,
          label: t.tabs[id],
          count: id === 'new' ? unread : undefined,
          link: (link) => (
            <Link
              {...link}
              to="/inbox"
              search={{
                ...search,
                tab: id === 'new' ? undefined : id,
                ...(id === 'mine' && { assignee: undefined }),
                cursor: undefined,
              }}
            />
          ),
        }))}
      />
      <div className="inbox-tools">
        <InboxSearchField search={search} isSearching={isSearching} />
        <Filters search={search} />
        {columns.all.length > 0 && (
          <Menu
            label={t.columns}
            trigger={<IconButton label={t.columns} icon={<Columns size={15} aria-hidden />} />}
          >
            <MenuChoices title={t.columns} isMultiple chosen={columns.chosen} onChange={columns.choose}>
              {columns.all.map((name) => (
                <MenuItem key={name} id={name}>
                  {columns.titleOf(name)}
                </MenuItem>
              ))}
            </MenuChoices>
          </Menu>
        )}
      </div>
    </>
  );
}

/** Renders the search field. Updates the URL when the user stops typing. */
function InboxSearchField({ search, isSearching }: { search: InboxSearch; isSearching: boolean }) {
  const t = useTexts('inbox');
  const [typed, setTyped] = useState(search.q ?? '');
  const [known, setKnown] = useState(search.q);
  // If the URL has changed, for example because the user went back or cleared the filters, update the field.
  if (known !== search.q) {
    setKnown(search.q);
    if (search.q !== (typed.trim() || undefined)) setTyped(search.q ?? '');
  }
  useEffect(() => {
    const q = typed.trim() || undefined;
    if (q === search.q) return undefined;
    const timer = setTimeout(() => {
      // A new search covers all submissions, not just unread ones.
      const tab = search.q === undefined && search.tab === undefined ? 'all' : search.tab;
      void navigate({ to: '/inbox', search: { ...search, q, tab, cursor: undefined }, replace: true });
    }, TYPING_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed, search]);
  return (
    <SearchField
      label={t.search}
      value={typed}
      onChange={setTyped}
      inputId={SEARCH_ID}
      isBusy={isSearching}
    />
  );
}

function Filters({ search }: { search: InboxSearch }) {
  const t = useTexts('inbox');
  const { from, to, files, assignee, label } = search;
  const count = [from, to, files, assignee, label].filter((each) => each !== undefined).length;
  const change = (changed: Partial<InboxSearch>): void =>
    void navigate({ to: '/inbox', search: { ...search, ...changed, cursor: undefined }, replace: true });
  useLiveFilters(search, change);
  return (
    <DialogTrigger>
      <Button kind={count > 0 ? 'secondary' : 'quiet'} icon={<Filter size={15} aria-hidden />}>
        {count > 0 ? `${t.filters} · ${count}` : t.filters}
      </Button>
      <Popover className="popover" offset={4} placement="bottom end">
        <Dialog className="dialog filters" aria-label={t.filters}>
          <TextField
            label={t.since}
            type="date"
            value={search.from ?? ''}
            onChange={(from) => change({ from: from || undefined })}
          />
          <TextField
            label={t.until}
            type="date"
            value={search.to ?? ''}
            onChange={(to) => change({ to: to || undefined })}
          />
          <Checkbox
            isSelected={search.files !== undefined}
            onChange={(isOn) => change({ files: isOn ? 'yes' : undefined })}
          >
            {t.onlyFiles}
          </Checkbox>
          <HandlingFilters search={search} change={change} />
          {count > 0 && (
            <Button isSmall onPress={() => change(NO_FILTERS)}>
              {t.clearFilters}
            </Button>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
