/** Shows the picker for assigning or labeling submissions. The keyboard focus starts in the picker's list. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Menu as AriaMenu } from 'react-aria-components/Menu';
import { useMe } from '../app/session.tsx';
import { Link } from '../app/link.tsx';
import type { Schema } from '../api/api-client.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { MenuItem } from '../ui/menu.tsx';
import { Loaded } from '../ui/states.tsx';
import { afterHandling, useChangeHandling } from './change-handling.ts';
import { assigneesQuery, labelsQuery } from './handling-query.ts';
import { LabelDot } from './label-chip.tsx';
import { closePicker, useOpenPicker, type EveryMatch } from './open-picker.ts';

type Submissions = readonly Schema<'Submission'>[];
type Label = Schema<'Label'>;
const NOBODY = 'nobody';
/** Maximum number of labels per submission. */
const MAX_LABELS = 5;

export function HandlingPicker() {
  const picker = useOpenPicker();
  const t = useTexts('handling');
  const house = useTexts('house');
  if (!picker) return null;
  const { kind, submissions, everyMatch } = picker;
  if (kind === 'labels' && everyMatch) return <LabelsOfEveryMatch everyMatch={everyMatch} />;
  return (
    <Dialog
      title={kind === 'assignee' ? t.assignTo : t.labels}
      isOpen
      onClose={closePicker}
      {...(kind === 'labels' && { actions: <Button onPress={closePicker}>{house.close}</Button> })}
    >
      {kind === 'assignee' ? (
        <Assignees submissions={submissions} everyMatch={everyMatch} />
      ) : (
        <Labels submissions={submissions} />
      )}
    </Dialog>
  );
}

function Assignees(props: { submissions: Submissions; everyMatch: EveryMatch | undefined }) {
  const { submissions, everyMatch } = props;
  const t = useTexts('handling');
  const me = useMe();
  const query = useQuery(assigneesQuery);
  const change = useChangeHandling();
  const [first] = submissions;
  const isSame = !everyMatch && submissions.every(({ assignee }) => assignee?.id === first?.assignee?.id);
  return (
    <Loaded query={query}>
      {(members) => {
        const formIds = everyMatch ? [everyMatch.formId] : submissions.map(({ form_id }) => form_id);
        const possible = members.filter(({ form_ids }) =>
          formIds.every((id) => form_ids === null || (id !== undefined && form_ids.includes(id))),
        );
        // The signed-in member comes first, because most people assign submissions to themselves.
        const sorted = possible.toSorted((a, b) => Number(b.id === me.id) - Number(a.id === me.id));
        return (
          <AriaMenu
            className="menu picker"
            aria-label={t.assignTo}
            // eslint-disable-next-line jsx-a11y-x/no-autofocus -- the list is the only purpose of the dialog
            autoFocus="first"
            selectionMode="single"
            // Set the selected item, because React Aria focuses it first. Without an assignee, the focus
            // starts at the top.
            selectedKeys={isSame && first?.assignee ? [first.assignee.id] : []}
            onAction={(key) => {
              const chosen = possible.find(({ id }) => id === key);
              const assignee = chosen ? { id: chosen.id, name: chosen.name } : null;
              if (everyMatch) everyMatch.start({ action: 'assign', assignee: chosen?.id ?? null });
              else change.mutate({ submissions, change: { action: 'assign', assignee } });
              closePicker();
            }}
          >
            {sorted.map(({ id, name }) => (
              <MenuItem key={id} id={id}>
                {id === me.id ? t.me(name) : name}
              </MenuItem>
            ))}
            <MenuItem id={NOBODY}>{t.nobody}</MenuItem>
          </AriaMenu>
        );
      }}
    </Loaded>
  );
}

function Labels({ submissions }: { submissions: Submissions }) {
  const change = useChangeHandling();
  // The submissions with the changes made in this picker.
  const [current, setCurrent] = useState(submissions);
  const isChosen = ({ id }: Label) => current.every(({ labels }) => labels.some((each) => each.id === id));
  return (
    <LabelMenu
      isChosen={isChosen}
      onToggle={(label) => {
        const next = { action: isChosen(label) ? ('unlabel' as const) : ('label' as const), label };
        change.mutate({ submissions: current, change: next }, { onError: () => setCurrent(current) });
        setCurrent(current.map((each) => afterHandling(each, next)));
      }}
    />
  );
}

/**
 * The labels of matching submissions on other pages are unknown, so let the user choose whether to add or
 * remove labels.
 */
function LabelsOfEveryMatch({ everyMatch }: { everyMatch: EveryMatch }) {
  const t = useTexts('handling');
  const bulkAction = useTexts('inbox').bulkAction;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const start = (action: 'label' | 'unlabel') => () => {
    everyMatch.start({ action, labels: [...chosen] });
    closePicker();
  };
  return (
    <Dialog
      title={t.labels}
      isOpen
      onClose={closePicker}
      actions={
        <>
          <Button isDisabled={chosen.length === 0} onPress={start('unlabel')}>
            {bulkAction.unlabel}
          </Button>
          <Button
            kind="primary"
            isDisabled={chosen.length === 0 || chosen.length > MAX_LABELS}
            onPress={start('label')}
          >
            {bulkAction.label}
          </Button>
        </>
      }
    >
      <LabelMenu
        isChosen={({ id }) => chosen.includes(id)}
        onToggle={({ id }) =>
          setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
        }
      />
    </Dialog>
  );
}

function LabelMenu(props: { isChosen: (label: Label) => boolean; onToggle: (label: Label) => void }) {
  const { isChosen, onToggle } = props;
  const t = useTexts('handling');
  const query = useQuery(labelsQuery);
  return (
    <Loaded query={query}>
      {(labels) =>
        labels.length === 0 ? (
          <p>
            {t.noLabels}{' '}
            <Link to="/account" className="link">
              {t.manageLabels}
            </Link>
          </p>
        ) : (
          <AriaMenu
            className="menu picker"
            aria-label={t.labels}
            // eslint-disable-next-line jsx-a11y-x/no-autofocus -- the list is the only purpose of the dialog
            autoFocus="first"
            selectionMode="multiple"
            selectedKeys={labels.filter(isChosen).map(({ id }) => id)}
            onAction={(key) => {
              const label = labels.find(({ id }) => id === key);
              if (label) onToggle(label);
            }}
          >
            {labels.map(({ id, name, color }) => (
              <MenuItem key={id} id={id} icon={<LabelDot color={color} />}>
                {name}
              </MenuItem>
            ))}
          </AriaMenu>
        )
      }
    </Loaded>
  );
}
