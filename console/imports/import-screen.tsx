/** Imports old submissions into a form: choose a file, check it, adjust the columns, and import. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import FileUp from 'lucide-react/icons/file-up';
import { formsQuery } from '../api/all-forms.ts';
import { useParams, useSearch } from '../app/address-context.ts';
import { navigate } from '../app/current-address.ts';
import { useErrorText } from '../app/error-text.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useMay, useMe } from '../app/session.tsx';
import { timeZones } from '../app/time-zones.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Select } from '../ui/select.tsx';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { CheckedImport } from './checked-import.tsx';
import {
  importQuery,
  MAX_FILE_BYTES,
  origins,
  startImport,
  type Import,
  type Mapping,
  type Origin,
} from './import-query.ts';
import { importSearch } from './import-search.ts';

const TYPES = ['.csv', '.tsv', '.txt', '.ndjson', '.jsonl'];

export function ImportScreen() {
  const t = useTexts('imports');
  const mayWrite = useMay('write');
  const { formId = '' } = useParams();
  const forms = useQuery(formsQuery);
  const form = forms.data?.find(({ id }) => id === formId);
  return (
    <Page
      title={t.title}
      beside={form && <span className="soft truncate">{form.name}</span>}
      width="narrow"
      actions={
        <Link to="/inbox" search={{ form: formId, tab: 'all' }} className="button secondary">
          <ArrowLeft size={14} aria-hidden />
          <span>{t.toInbox}</span>
        </Link>
      }
    >
      {mayWrite ? (
        <Loaded query={forms}>{() => <ImportSteps key={formId} formId={formId} />}</Loaded>
      ) : (
        <EmptyState title={t.writeOnly}>{t.writeOnlyText}</EmptyState>
      )}
    </Page>
  );
}

interface Choice {
  readonly file: File | undefined;
  readonly from: Origin | undefined;
  readonly timeZone: string;
}

function ImportSteps({ formId }: { formId: string }) {
  const { account } = useMe();
  const search = useSearch(importSearch);
  const [choice, setChoice] = useState<Choice>(() => ({
    file: undefined,
    from: undefined,
    timeZone: account.time_zone ?? 'UTC',
  }));
  const show = (id: string | undefined): void =>
    void navigate({
      to: '/forms/$formId/import',
      params: { formId },
      search: { import: id },
      replace: true,
    });
  const start = useMutation({
    mutationFn: ({ file, mapping }: { file: File; mapping?: Mapping }) =>
      startImport({ formId, file, from: choice.from, timeZone: choice.timeZone, mapping }),
    onSuccess: show,
  });
  const { file } = choice;
  if (start.isPending) return <Uploading />;
  if (search.import === undefined)
    return (
      <ChooseFile
        choice={choice}
        onChange={(changed) => {
          start.reset();
          setChoice(changed);
        }}
        error={start.error}
        onCheck={() => file && start.mutate({ file })}
      />
    );
  return (
    <ShownImport
      id={search.import}
      onAnother={() => {
        setChoice({ ...choice, file: undefined });
        show(undefined);
      }}
      onCheck={file && ((mapping) => start.mutate({ file, mapping }))}
    />
  );
}

function Uploading() {
  const t = useTexts('imports');
  return (
    <div className="import-progress" role="status">
      <p>{t.uploading}</p>
      <progress aria-label={t.uploading} />
    </div>
  );
}

function ChooseFile(props: {
  choice: Choice;
  onChange: (choice: Choice) => void;
  error: unknown;
  onCheck: () => void;
}) {
  const { choice, onChange, error, onCheck } = props;
  const t = useTexts('imports');
  const textOf = useErrorText();
  const formats = useFormats();
  const isTooLarge = choice.file !== undefined && choice.file.size > MAX_FILE_BYTES;
  return (
    <>
      <Section title={t.file} hint={t.fileHint}>
        <div className="import-file">
          <FileTrigger
            acceptedFileTypes={TYPES}
            onSelect={(files) => onChange({ ...choice, file: files?.[0] ?? choice.file })}
          >
            <Button icon={<FileUp size={14} aria-hidden />}>
              {choice.file === undefined ? t.choose : t.chooseAnother}
            </Button>
          </FileTrigger>
          {choice.file && (
            <span className="import-file-name">
              {choice.file.name} <span className="soft">{formats.bytes(choice.file.size)}</span>
            </span>
          )}
        </div>
        <p className="soft">{t.fileRules}</p>
        {isTooLarge && (
          <p className="import-bad" role="alert">
            {t.tooLarge}
          </p>
        )}
        <div className="import-options">
          <Select
            label={t.from}
            value={choice.from ?? 'other'}
            onChange={(from) => onChange({ ...choice, from: from === 'other' ? undefined : from })}
            options={(['other', ...origins] as const).map((value) => ({ value, label: t.origins[value] }))}
          />
          <Select
            label={t.timeZone}
            hint={t.timeZoneHint}
            value={choice.timeZone}
            onChange={(timeZone) => onChange({ ...choice, timeZone })}
            options={timeZones(choice.timeZone).map((value) => ({ value, label: value }))}
          />
        </div>
      </Section>
      <div className="import-start">
        <Button kind="primary" isDisabled={!choice.file || isTooLarge} onPress={onCheck}>
          {t.check}
        </Button>
        <p className="soft">{t.checkHint}</p>
      </div>
      {error !== null && (
        <p className="import-bad" role="alert">
          {textOf(error)}
        </p>
      )}
    </>
  );
}

function ShownImport(props: {
  id: string;
  onAnother: () => void;
  /** Undefined after a reload, because the page then no longer has the file. */
  onCheck: ((mapping: Mapping) => void) | undefined;
}) {
  const { id, onAnother, onCheck } = props;
  return (
    <Loaded query={useQuery(importQuery(id))}>
      {(shown: Import) =>
        shown.status === 'waiting' || shown.status === 'checking' ? (
          <Checking rows={shown.rows} />
        ) : (
          <CheckedImport of={shown} onAnother={onAnother} onCheck={onCheck} />
        )
      }
    </Loaded>
  );
}

function Checking({ rows }: { rows: number }) {
  const t = useTexts('imports');
  return (
    <div className="import-progress" role="status">
      <p>{t.checking}</p>
      <progress aria-label={t.checking} />
      {rows > 0 && <p className="soft numeric">{t.checkedRows(rows)}</p>}
    </div>
  );
}
