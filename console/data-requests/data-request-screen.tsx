/** Shows a data request: its matches, the recipients of copies, and the actions for its current step. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import Download from 'lucide-react/icons/download';
import { formsQuery } from '../api/all-forms.ts';
import { api, fetched } from '../api/api-client.ts';
import { useParams } from '../app/address-context.ts';
import { useFailureToast } from '../app/error-text.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useMay } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Page, Section } from '../ui/page.tsx';
import { saveFile } from '../exports/save-file.ts';
import { EmptyState, Loaded } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { toast } from '../ui/toast.ts';
import { dataRequestQuery, isOver, isRunning, statusTones, type DataRequest } from './data-request-query.ts';
import { personOf } from './data-requests-screen.tsx';
import { ErasePerson } from './erase-person.tsx';
import { RequestMatches } from './request-matches.tsx';

export function DataRequestScreen() {
  const t = useTexts('dataRequests');
  const mayAdmin = useMay('admin');
  if (mayAdmin) return <Request />;
  return (
    <Page title={t.title}>
      <EmptyState title={t.ownersOnly}>{t.ownersOnlyText}</EmptyState>
    </Page>
  );
}

function Request() {
  const t = useTexts('dataRequests');
  const { requestId = '' } = useParams();
  const request = useQuery(dataRequestQuery(requestId));
  const { data } = request;
  return (
    <Page
      title={(data && personOf(data)) ?? t.oneTitle}
      width="narrow"
      above={<Up />}
      beside={data && <Chip tone={statusTones[data.status]}>{t.statuses[data.status]}</Chip>}
      actions={data && <Actions of={data} />}
    >
      <Loaded query={request}>{(loaded) => <Details of={loaded} />}</Loaded>
    </Page>
  );
}

function Up() {
  const t = useTexts('dataRequests');
  return (
    <Link to="/data-requests" className="button quiet icon small" aria-label={t.back} title={t.back}>
      <ChevronLeft size={16} aria-hidden />
    </Link>
  );
}

function Actions({ of }: { of: DataRequest }) {
  const t = useTexts('dataRequests');
  const queries = useQueryClient();
  const onError = useFailureToast();
  const [isErasing, setIsErasing] = useState(false);
  const cancel = useMutation({
    mutationFn: () => fetched(api.DELETE('/v1/data-requests/{id}', { params: { path: { id: of.id } } })),
    onSuccess: () => toast({ text: t.cancelled }),
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['data-requests'] }),
  });
  return (
    <>
      {!isOver(of) && of.status !== 'erasing' && (
        <Button isPending={cancel.isPending} onPress={() => cancel.mutate()}>
          {t.cancel}
        </Button>
      )}
      {of.download_url !== undefined && (
        <a className="button primary" href={of.download_url} download rel="noreferrer">
          <Download size={14} aria-hidden />
          <span>{t.download}</span>
        </a>
      )}
      {of.kind === 'erase' && of.status === 'ready' && (
        <Button kind="danger" onPress={() => setIsErasing(true)}>
          {t.erase}
        </Button>
      )}
      {isErasing && <ErasePerson request={of} onClose={() => setIsErasing(false)} />}
    </>
  );
}

function Details({ of }: { of: DataRequest }) {
  const t = useTexts('dataRequests');
  const hasFound = of.counts.submissions > 0;
  const isErased = of.kind === 'erase' && of.status === 'finished';
  const found = of.kind === 'export' ? t.whatWasFound : isErased ? t.whatWasErased : t.whatIsErased;
  return (
    <>
      <p className="soft">
        {t.kinds[of.kind]} · <Time at={of.created_at} style="full" />
        {of.note && ` · ${of.note}`}
      </p>
      <p role="status">{useProgressText(of)}</p>
      {(hasFound || !isOver(of)) && (
        <Section title={found}>
          <Counts of={of} />
        </Section>
      )}
      {hasFound && (
        <Section title={t.copies} hint={hasCopies(of) ? t.copiesHint : undefined}>
          <Copies of={of} />
        </Section>
      )}
      {of.unchanged && of.unchanged.members + of.unchanged.spam_lists.length > 0 && (
        <Section title={t.kept} hint={t.keptHint}>
          <Kept unchanged={of.unchanged} />
        </Section>
      )}
      {of.certificate && (
        <Section title={t.certificate} hint={t.certificateHint}>
          <div>
            <Button
              icon={<Download size={14} aria-hidden />}
              onPress={() =>
                saveFile(
                  new Blob([`${JSON.stringify(of.certificate, null, 2)}\n`], { type: 'application/json' }),
                  `certificate-${of.id}.json`,
                )
              }
            >
              {t.downloadCertificate}
            </Button>
          </div>
        </Section>
      )}
      {!isOver(of) && of.counts.submissions > 0 && !isRunning(of) && (
        <Section title={t.matches}>
          <RequestMatches id={of.id} />
        </Section>
      )}
    </>
  );
}

function useProgressText({ kind, status, reason, counts, download_url }: DataRequest): string {
  const t = useTexts('dataRequests');
  switch (status) {
    case 'searching':
      return t.searching;
    case 'packing':
      return t.exportReady;
    case 'ready':
      if (kind === 'export') return t.exportReady;
      return counts.submissions === 0 && counts.recipients === 0 ? t.nothingFound : t.review;
    case 'erasing':
      return t.erasing;
    case 'finished':
      if (kind === 'erase') return t.erased;
      return download_url === undefined ? t.exportGone : t.exported;
    case 'cancelled':
      return t.cancelled;
    case 'failed':
      return t.failedBecause(reason ?? '');
  }
}

function Counts({ of: { counts, forms } }: { of: DataRequest }) {
  const t = useTexts('dataRequests');
  const formats = useFormats();
  const rows: readonly (readonly [string, ReactNode])[] = [
    [
      t.submissions,
      <>
        {formats.number(counts.submissions)}
        {counts.spam > 0 && <span className="soft">{t.ofWhichSpam(counts.spam)}</span>}
      </>,
    ],
    [t.files, formats.number(counts.files)],
    [t.emails, formats.number(counts.emails)],
    [t.deliveries, formats.number(counts.deliveries)],
    [t.recipients, formats.number(counts.recipients)],
  ];
  return (
    <dl className="facts numeric">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {forms.length > 0 && (
        <div>
          <dt>{t.forms}</dt>
          <dd>
            <ul>
              {forms.map(({ form_id, name, submissions }) => (
                <li key={form_id}>
                  {name} <span className="soft">{formats.number(submissions)}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}

const hasCopies = ({ told: { webhooks, recipients, connections } }: DataRequest): boolean =>
  webhooks.length + recipients.length + connections.length > 0;

function Copies({ of }: { of: DataRequest }) {
  const t = useTexts('dataRequests');
  const { webhooks, recipients, connections } = of.told;
  if (!hasCopies(of)) return <p className="soft">{t.noCopies}</p>;
  return (
    <ul className="data-request-copies">
      {webhooks.map(({ webhook_id, host, deliveries }) => (
        <li key={webhook_id}>
          <span className="truncate">{host}</span>
          <span className="soft">{t.deliveriesTo(deliveries)}</span>
        </li>
      ))}
      {connections.map(({ connection_id, name, deliveries }) => (
        <li key={connection_id}>
          <span className="truncate">{name}</span>
          <span className="soft">{t.deliveriesTo(deliveries)}</span>
        </li>
      ))}
      {recipients.map(({ address, emails }) => (
        <li key={address}>
          <span className="truncate">{address}</span>
          <span className="soft">{t.emailsTo(emails)}</span>
        </li>
      ))}
    </ul>
  );
}

function Kept({ unchanged: { members, spam_lists } }: { unchanged: NonNullable<DataRequest['unchanged']> }) {
  const t = useTexts('dataRequests');
  const { data: forms = [] } = useQuery(formsQuery);
  const nameOf = (formId: string): string => forms.find(({ id }) => id === formId)?.name ?? formId;
  return (
    <ul>
      {members > 0 && <li>{t.membersKept(members)}</li>}
      {spam_lists.map(({ form_id, list }) => (
        <li key={`${form_id} ${list}`}>{t.spamListKept(nameOf(form_id))}</li>
      ))}
    </ul>
  );
}
