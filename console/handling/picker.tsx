/** Shows the picker for the assignee or the labels of submissions. The keyboard focus starts in its list. */
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
import { closePicker, useOpenPicker } from './open-picker.ts';

type Submissions = readonly Schema<'Submission'>[];
const NOBODY = 'nobody';

export function HandlingPicker() {
  const picker = useOpenPicker();
  const t = useTexts('handling');
  const house = useTexts('house');
  if (!picker) return null;
  const { kind, submissions } = picker;
  return (
    <Dialog
      title={kind === 'assignee' ? t.assignTo : t.labels}
      isOpen
      onClose={closePicker}
      {...(kind === 'labels' && { actions: <Button onPress={closePicker}>{house.close}</Button> })}
    >
      {kind === 'assignee' ? <Assignees submissions={submissions} /> : <Labels submissions={submissions} />}
    </Dialog>
  );
}

function Assignees({ submissions }: { submissions: Submissions }) {
  const t = useTexts('handling');
  const me = useMe();
  const query = useQuery(assigneesQuery);
  const change = useChangeHandling();
  const [first] = submissions;
  const isSame = submissions.every(({ assignee }) => assignee?.id === first?.assignee?.id);
  return (
    <Loaded query={query}>
      {(members) => {
        const possible = members.filter(({ form_ids }) =>
          submissions.every(({ form_id }) => form_ids === null || form_ids.includes(form_id)),
        );
        // The signed-in member is first, because most people assign submissions to themselves.
        const sorted = possible.toSorted((a, b) => Number(b.id === me.id) - Number(a.id === me.id));
        return (
          <AriaMenu
            className="menu picker"
            aria-label={t.assignTo}
            // eslint-disable-next-line jsx-a11y-x/no-autofocus -- the list is the only purpose of the dialog
            autoFocus="first"
            selectionMode="single"
            // React Aria focuses the selected item first. If nobody is assigned, the focus starts at the top.
            selectedKeys={isSame && first?.assignee ? [first.assignee.id] : []}
            onAction={(key) => {
              const chosen = possible.find(({ id }) => id === key);
              const assignee = chosen ? { id: chosen.id, name: chosen.name } : null;
              change.mutate({ submissions, change: { action: 'assign', assignee } });
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
  const t = useTexts('handling');
  const query = useQuery(labelsQuery);
  const change = useChangeHandling();
  // The submissions as they are after the changes made in this picker.
  const [current, setCurrent] = useState(submissions);
  const chosen = (id: string) => current.every(({ labels }) => labels.some((label) => label.id === id));
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
            selectedKeys={labels.map(({ id }) => id).filter(chosen)}
            onAction={(key) => {
              const label = labels.find(({ id }) => id === key);
              if (!label) return;
              const next = { action: chosen(label.id) ? ('unlabel' as const) : ('label' as const), label };
              change.mutate({ submissions: current, change: next }, { onError: () => setCurrent(current) });
              setCurrent(current.map((each) => afterHandling(each, next)));
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
