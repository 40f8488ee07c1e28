/** Shows the export screen: filters, format, and this tab's exports. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Download from 'lucide-react/icons/download';
import { formsQuery } from '../api/all-forms.ts';
import { useSearch } from '../app/address-context.ts';
import { navigate } from '../app/current-address.ts';
import { useErrorText } from '../app/error-text.ts';
import { Link } from '../app/link.tsx';
import { useMay, useMe } from '../app/session.tsx';
import { ownTimeZone, timeZones } from '../app/time-zones.ts';
import { HandlingFilters, useLiveFilters } from '../handling/handling-filters.tsx';
import { inboxSearch, tabsOf, type InboxSearch } from '../inbox/inbox-search.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox, Radios } from '../ui/choice.tsx';
import { TextField } from '../ui/field.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { toast } from '../ui/toast.ts';
import { startExport, type ExportJob, type ExportRequest } from './export-jobs.ts';
import { ExportColumns, useColumnChoice } from './export-columns.tsx';
import { ExportList } from './export-list.tsx';
import {
  delimiters,
  exportQuery,
  formats,
  listForms,
  rememberedOptions,
  rememberOptions,
  requestedColumns,
  type ExportOptions,
} from './export-options.ts';

const ALL_FORMS = '';

export function ExportScreen() {
  const t = useTexts('exports');
  const inbox = useTexts('inbox');
  const formTexts = useTexts('forms');
  const mayWrite = useMay('write');
  const search = useSearch(inboxSearch);
  const forms = useQuery(formsQuery);
  const { language } = useLanguage();
  const { account } = useMe();
  const [options, setOptions] = useState(() => rememberedOptions(language, account.time_zone));
  const start = useStart();
  const form = forms.data?.find(({ id }) => id === search.form);
  const columns = useColumnChoice(form?.id);
  const isTable = options.format !== 'ndjson';
  const isBackward = search.from !== undefined && search.to !== undefined && search.from > search.to;
  const submit = (): void => {
    if (isBackward || (isTable && columns.chosen.length === 0)) return;
    rememberOptions(options);
    const requested = requestedColumns(columns.all, columns.chosen);
    const query = exportQuery(search, options, requested, language);
    start({ formId: form?.id, name: form?.name ?? inbox.allForms, query });
  };
  return (
    <Page
      title={t.title}
      width="narrow"
      actions={
        <Link to="/inbox" search={search} className="button secondary">
          <ArrowLeft size={14} aria-hidden />
          <span>{t.toInbox}</span>
        </Link>
      }
    >
      <Loaded query={forms}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              title={t.noForms}
              action={
                mayWrite && (
                  <Link to="/forms" className="button primary">
                    {formTexts.create}
                  </Link>
                )
              }
            >
              {t.noFormsText}
            </EmptyState>
          ) : (
            <>
              <ExportList onStart={start} />
              <Section title={t.what} hint={t.whatHint}>
                <What search={search} forms={all} dateError={isBackward ? t.backward : undefined} />
              </Section>
              <Section title={t.how}>
                <How options={options} onChange={setOptions} />
                {isTable && <ExportColumns choice={columns} />}
              </Section>
              <div className="export-start">
                <Button kind="primary" icon={<Download size={14} aria-hidden />} onPress={submit}>
                  {t.start}
                </Button>
                <p className="soft">{t.startHint}</p>
              </div>
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

/**
 * Returns a function that starts an export. A toast appears when the export ends, even if the user has moved
 * to another screen.
 */
function useStart(): (request: ExportRequest) => void {
  const t = useTexts('exports');
  const textOf = useErrorText();
  return useCallback(
    (request) =>
      startExport(request, ({ fileName, state }: ExportJob) => {
        if (state.step === 'done') toast({ text: t.saved(fileName) });
        if (state.step === 'failed') toast({ text: `${t.failed}: ${textOf(state.error)}`, isBad: true });
      }),
    [t, textOf],
  );
}

/** Shows the export filters, which are stored in the URL like the inbox filters. */
function What(props: {
  search: InboxSearch;
  forms: readonly { id: string; name: string }[];
  dateError: string | undefined;
}) {
  const { search, forms, dateError } = props;
  const t = useTexts('exports');
  const inbox = useTexts('inbox');
  const me = useMe();
  const change = (changed: Partial<InboxSearch>): void =>
    void navigate({ to: '/export', search: { ...search, ...changed, cursor: undefined }, replace: true });
  useLiveFilters(search, change);
  const tab = search.tab ?? 'new';
  return (
    <div className="export-fields export-what">
      <Select
        label={inbox.form}
        value={forms.some(({ id }) => id === search.form) ? (search.form ?? ALL_FORMS) : ALL_FORMS}
        onChange={(form) => change({ form: form === ALL_FORMS ? undefined : form })}
        options={[
          { value: ALL_FORMS, label: inbox.allForms },
          ...forms.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        label={t.view}
        value={tab}
        onChange={(chosen) =>
          change({
            tab: chosen === 'new' ? undefined : chosen,
            ...(chosen === 'mine' && { assignee: undefined }),
          })
        }
        options={tabsOf(me).map((value) => ({ value, label: t.views[value] }))}
      />
      <TextField
        label={inbox.since}
        type="date"
        value={search.from ?? ''}
        onChange={(from) => change({ from: from || undefined })}
      />
      <TextField
        label={inbox.until}
        type="date"
        value={search.to ?? ''}
        error={dateError}
        onChange={(to) => change({ to: to || undefined })}
      />
      <HandlingFilters search={search} change={change} />
      <Words key={search.q ?? ''} words={search.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
      <div className="export-box">
        <Checkbox
          isSelected={search.files !== undefined}
          onChange={(isOn) => change({ files: isOn ? 'yes' : undefined })}
        >
          {inbox.onlyFiles}
        </Checkbox>
      </div>
    </div>
  );
}

/** Edits the search text. Updates the URL when the text field loses focus. */
function Words({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const t = useTexts('exports');
  const [typed, setTyped] = useState(words);
  const commit = (): void => {
    if (typed.trim() !== words) onChange(typed.trim());
  };
  return (
    <TextField
      label={t.words}
      value={typed}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

function How({ options, onChange }: { options: ExportOptions; onChange: (options: ExportOptions) => void }) {
  const t = useTexts('exports');
  const change = (changed: Partial<ExportOptions>): void => onChange({ ...options, ...changed });
  return (
    <>
      <Radios
        label={t.format}
        value={options.format}
        onChange={(format) => change({ format })}
        options={formats.map((value) => ({ value, ...t.formats[value] }))}
      />
      {options.format !== 'ndjson' && (
        <div className="export-fields">
          {options.format === 'csv' && (
            <Select
              label={t.delimiter}
              value={options.delimiter}
              onChange={(delimiter) => change({ delimiter })}
              hint={t.delimiterHint}
              options={delimiters.map((value) => ({ value, label: t.delimiters[value] }))}
            />
          )}
          <Select
            label={t.timeZone}
            value={options.timeZone}
            onChange={(timeZone) => change({ timeZone })}
            options={timeZones().map((value) => ({
              value,
              label: value === ownTimeZone() ? `${value} – ${t.ownZone}` : value,
            }))}
          />
          <Select
            label={t.lists}
            value={options.lists}
            onChange={(lists) => change({ lists })}
            options={listForms.map((value) => ({ value, label: t.listForms[value] }))}
          />
        </div>
      )}
    </>
  );
}
