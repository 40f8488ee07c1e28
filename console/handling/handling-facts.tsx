/** Shows a submission's assignee and labels, in the list and next to the open submission. */
import Tag from 'lucide-react/icons/tag';
import UserRound from 'lucide-react/icons/user-round';
import type { Schema } from '../api/api-client.ts';
import { useMay } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { LabelChip } from './label-chip.tsx';
import { openPicker } from './open-picker.ts';

type Submission = Schema<'Submission'>;

/** Shows a submission's labels and assignee as chips in a row of the list. */
export function RowHandling({ submission }: { submission: Submission }) {
  const { assignee, labels } = submission;
  const t = useTexts('handling');
  if (!assignee && labels.length === 0) return null;
  return (
    <span className="row-handling">
      {labels.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {assignee && (
        <span title={t.assignedTo(assignee.name)}>
          <Chip>
            <UserRound size={11} aria-hidden /> {assignee.name}
          </Chip>
        </span>
      )}
    </span>
  );
}

/** Shows the open submission's assignee and labels, with buttons to change them. */
export function HandlingFacts({ submission }: { submission: Submission }) {
  const { assignee, labels } = submission;
  const t = useTexts('handling');
  const mayWrite = useMay('write');
  if (!mayWrite) return <RowHandling submission={submission} />;
  return (
    <p className="handling-facts">
      <Button
        isSmall
        kind="quiet"
        icon={<UserRound size={14} aria-hidden />}
        onPress={() => openPicker('assignee', [submission])}
      >
        {assignee ? t.assignedTo(assignee.name) : t.assign}
      </Button>
      <Button
        isSmall
        kind="quiet"
        icon={<Tag size={14} aria-hidden />}
        onPress={() => openPicker('labels', [submission])}
      >
        {t.labels}
      </Button>
      {labels.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
    </p>
  );
}
