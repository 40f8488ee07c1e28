/** Lists this tab's exports with their progress. Exports can be saved again, canceled or restarted. */
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Download from 'lucide-react/icons/download';
import X from 'lucide-react/icons/x';
import { ApiError } from '../api/api-error.ts';
import { useErrorText } from '../app/error-text.ts';
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Time } from '../ui/time.tsx';
import {
  cancelExport,
  forgetExport,
  hasFile,
  isTooMuch,
  saveExport,
  useExportJobs,
  type ExportJob,
  type ExportRequest,
} from './export-jobs.ts';

export function ExportList({ onStart }: { onStart: (request: ExportRequest) => void }) {
  const t = useTexts('exports');
  const jobs = useExportJobs();
  if (jobs.length === 0) return null;
  return (
    <Section title={t.yours} hint={t.yoursHint}>
      <ul className="exports">
        {jobs.map((job) => (
          <Row key={job.id} job={job} onStart={onStart} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ job, onStart }: { job: ExportJob; onStart: (request: ExportRequest) => void }) {
  const t = useTexts('exports');
  const house = useTexts('house');
  const { id, request, state, fileName, startedAt } = job;
  return (
    <li className="export">
      <div className="export-text">
        <span className="export-name">{fileName}</span>
        <span className="soft">
          <Time at={startedAt} style="full" />
        </span>
        <State job={job} />
      </div>
      <div className="export-actions">
        {state.step === 'running' && (
          <Button isSmall onPress={() => cancelExport(id)}>
            {house.cancel}
          </Button>
        )}
        {state.step === 'done' && hasFile(id) && (
          <Button isSmall icon={<Download size={13} aria-hidden />} onPress={() => saveExport(id)}>
            {t.saveAgain}
          </Button>
        )}
        {state.step !== 'running' && state.step !== 'done' && (
          <Button
            isSmall
            icon={<RotateCcw size={13} aria-hidden />}
            onPress={() => {
              forgetExport(id);
              onStart(request);
            }}
          >
            {t.startAgain}
          </Button>
        )}
        {state.step !== 'running' && (
          <IconButton
            isSmall
            label={t.forget(fileName)}
            icon={<X size={14} aria-hidden />}
            onPress={() => forgetExport(id)}
          />
        )}
      </div>
    </li>
  );
}

function State({ job: { state, fileName } }: { job: ExportJob }) {
  const t = useTexts('exports');
  const house = useTexts('house');
  const formats = useFormats();
  const textOf = useErrorText();
  switch (state.step) {
    case 'running': {
      const { bytes, total } = state;
      const text =
        bytes === 0
          ? t.reading
          : total === undefined
            ? t.received(formats.bytes(bytes))
            : t.receivedOf(formats.bytes(bytes), formats.bytes(total));
      return (
        <>
          <progress
            className="export-progress"
            aria-label={fileName}
            {...(total !== undefined && { max: total, value: bytes })}
          />
          <span className="soft numeric">{text}</span>
        </>
      );
    }
    case 'done':
      return (
        <span className="export-done" role="status">
          {t.done(formats.bytes(state.bytes))}
        </span>
      );
    case 'cancelled':
      return (
        <span className="soft" role="status">
          {t.cancelled}
        </span>
      );
    case 'interrupted':
      return <span className="export-warn">{t.interrupted}</span>;
    case 'failed': {
      const id = state.error instanceof ApiError ? state.error.requestId : undefined;
      return (
        <span className="export-bad" role="alert">
          {isTooMuch(state.error) ? t.tooMuch : textOf(state.error)}
          {id !== undefined && <span className="request-id"> {house.requestId(id)}</span>}
        </span>
      );
    }
  }
}
