/** Shows a checked import: its mapping, preview, errors, progress and result. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, fetched } from '../api/api-client.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Section } from '../ui/page.tsx';
import { ImportMapping } from './import-mapping.tsx';
import { ImportPreview } from './import-preview.tsx';
import type { Import, Mapping } from './import-query.ts';
import { problemText } from './problem-text.ts';

/** Maximum number of errors that the service reports. */
const MAX_ERRORS = 100;

export function CheckedImport(props: {
  of: Import;
  onAnother: () => void;
  onCheck: ((mapping: Mapping) => void) | undefined;
}) {
  const { of, onAnother, onCheck } = props;
  const t = useTexts('imports');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const [mapping, setMapping] = useState<Mapping>(of.mapping);
  const confirm = useMutation({
    mutationFn: () => fetched(api.POST('/v1/imports/{id}/confirm', { params: { path: { id: of.id } } })),
    onSuccess: (confirmed) => queries.setQueryData(['import', of.id], confirmed),
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['import'] }),
  });
  const isChanged = JSON.stringify(mapping) !== JSON.stringify(of.mapping);
  // The service reports at most 100 errors, so the number of valid rows is exact only below this limit.
  const count = of.rows - of.errors.length;
  const isExact = of.errors.length < MAX_ERRORS;
  const another = <Button onPress={onAnother}>{t.chooseAnother}</Button>;
  if (of.status === 'failed')
    return (
      <>
        <p className="import-bad" role="alert">
          {t.failed(problemText(of.reason ?? '', t.problems))}
        </p>
        <div>{another}</div>
      </>
    );
  if (of.status === 'importing') return <Importing of={of} />;
  if (of.status === 'finished')
    return (
      <>
        <p role="status" className="import-done">
          {t.finished(of.imported)}
        </p>
        <Section title={t.result}>
          <Facts of={of} label={t.imported} count={of.imported} />
        </Section>
        <Errors of={of} />
        <div>{another}</div>
      </>
    );
  return (
    <>
      <Section title={t.result}>
        <Facts of={of} label={t.willImport} count={isExact ? count : undefined} />
        {count === 0 && <p role="status">{t.nothingToImport}</p>}
        <Expiring count={of.expiring} />
      </Section>
      <Errors of={of} />
      <Section title={t.mapping} hint={t.mappingHint}>
        <ImportMapping value={mapping} onChange={onCheck && setMapping} />
        {onCheck ? (
          isChanged && <Button onPress={() => onCheck(mapping)}>{t.checkAgain}</Button>
        ) : (
          <p className="soft">{t.fileNeeded}</p>
        )}
      </Section>
      <Section title={t.preview} hint={t.previewHint}>
        <ImportPreview rows={of.preview} />
      </Section>
      <div className="import-start">
        {another}
        <Button
          kind="primary"
          isDisabled={isChanged || count === 0}
          isPending={confirm.isPending}
          onPress={() => confirm.mutate()}
        >
          {isExact ? t.start(count) : t.startAll}
        </Button>
        <p className="soft">{t.startHint}</p>
      </div>
    </>
  );
}

function Importing({ of: { rows, imported, skipped } }: { of: Import }) {
  const t = useTexts('imports');
  return (
    <div className="import-progress" role="status">
      <p>{t.importing}</p>
      <progress aria-label={t.importing} max={Math.max(rows, 1)} value={imported + skipped} />
      <p className="soft numeric">{t.progress(imported + skipped, rows)}</p>
    </div>
  );
}

function Facts(props: {
  of: Import;
  /** Number of submissions, or undefined if it's unknown because the service found too many errors. */
  count: number | undefined;
  label: string;
}) {
  const { of, label, count } = props;
  const t = useTexts('imports');
  const formats = useFormats();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t.rows, formats.number(of.rows)],
    ...(count === undefined
      ? []
      : [
          [
            label,
            <>
              {formats.number(count)}
              {of.spam > 0 && <span className="soft">{t.asSpam(of.spam)}</span>}
            </>,
          ] as const,
        ]),
    ...(of.skipped > 0 ? [[t.alreadyThere, formats.number(of.skipped)] as const] : []),
    [t.wrong, of.errors.length < MAX_ERRORS ? formats.number(of.errors.length) : `${MAX_ERRORS}+`],
    ...(of.detected ? [[t.encoding, of.detected.encoding.toUpperCase()] as const] : []),
  ];
  return (
    <dl className="facts numeric">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Warns if some of the submissions will be deleted soon after the import. */
function Expiring({ count }: { count: number }) {
  const t = useTexts('imports');
  if (count === 0) return null;
  return (
    <p className="import-warn" role="status">
      {t.expiring(count)} {t.expiringHint}
    </p>
  );
}

function Errors({ of: { errors } }: { of: Import }) {
  const t = useTexts('imports');
  const formats = useFormats();
  if (errors.length === 0) return null;
  return (
    <Section title={t.errors} hint={errors.length < MAX_ERRORS ? t.errorsHint : t.firstErrors(MAX_ERRORS)}>
      <DataTable
        label={t.errors}
        rows={errors}
        idOf={({ row, column }) => `${row} ${column ?? ''}`}
        columns={[
          { id: 'row', title: t.row, isTight: true, cell: ({ row }) => formats.number(row) },
          { id: 'column', title: t.column, isTight: true, cell: ({ column }) => column ?? '' },
          {
            id: 'problem',
            title: t.problem,
            cell: ({ message }) => <span className="import-problem">{problemText(message, t.problems)}</span>,
          },
        ]}
      />
    </Section>
  );
}
