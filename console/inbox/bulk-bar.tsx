/** Shows actions for the selected submissions in a bar below the list. */
import CircleCheck from 'lucide-react/icons/circle-check';
import Ellipsis from 'lucide-react/icons/ellipsis';
import MailOpen from 'lucide-react/icons/mail-open';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Star from 'lucide-react/icons/star';
import Tag from 'lucide-react/icons/tag';
import Trash from 'lucide-react/icons/trash-2';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import type { Schema } from '../api/api-client.ts';
import type { OpenPicker } from '../handling/open-picker.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import type { BulkAction, RunAction } from './submission-actions.ts';

interface BarAction {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
  /** True if the action moves to a menu when the list is narrow. */
  readonly isExtra?: boolean;
}

export function BulkBar(props: {
  selected: readonly Schema<'Submission'>[];
  /** True if the actions apply to all matching submissions, on all pages. */
  isEverything: boolean;
  isSpam: boolean;
  run: RunAction;
  onPick: (kind: OpenPicker['kind'], submissions: readonly Schema<'Submission'>[]) => void;
  onClear: () => void;
  /** The control that selects all matching submissions. */
  children: ReactNode;
}) {
  const { selected, isEverything, isSpam, run, onPick, onClear, children } = props;
  const t = useTexts('inbox');
  const handling = useTexts('handling');
  const house = useTexts('house');
  const areRead = selected.every(({ read_at }) => read_at !== null);
  const areDone = selected.every(({ handled_at }) => handled_at !== null);
  const areStarred = selected.every(({ starred }) => starred);
  const does = (action: BulkAction) => () => run(selected, action);
  const removes = (action: 'spam' | 'release' | 'delete') => () => {
    run(selected, action);
    onClear();
  };
  const ofReceived: readonly BarAction[] = [
    {
      label: areRead ? t.markUnread : t.markRead,
      icon: <MailOpen size={14} aria-hidden />,
      run: does(areRead ? 'unread' : 'read'),
      isExtra: true,
    },
    {
      label: areStarred ? t.removeStar : t.addStar,
      icon: <Star size={14} aria-hidden />,
      run: does(areStarred ? 'unstar' : 'star'),
      isExtra: true,
    },
    {
      label: handling.assign,
      icon: <UserRound size={14} aria-hidden />,
      run: () => onPick('assignee', selected),
      isExtra: true,
    },
    {
      label: handling.labels,
      icon: <Tag size={14} aria-hidden />,
      run: () => onPick('labels', selected),
      isExtra: true,
    },
    {
      label: areDone ? t.reopen : t.markDone,
      icon: <CircleCheck size={14} aria-hidden />,
      run: does(areDone ? 'unhandle' : 'handle'),
    },
  ];
  const actions: readonly BarAction[] = [
    ...(isSpam ? [] : ofReceived),
    {
      label: isSpam ? t.noSpam : t.markSpam,
      icon: <ShieldAlert size={14} aria-hidden />,
      run: removes(isSpam ? 'release' : 'spam'),
    },
    { label: house.delete, icon: <Trash size={14} aria-hidden />, run: removes('delete') },
  ];
  const extras = actions.filter(({ isExtra }) => isExtra);
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t.selected(selected.length)}>
      {!isEverything && (
        <span className="bulk-count numeric" role="status">
          {t.selected(selected.length)}
        </span>
      )}
      {children}
      {actions.map(({ label, icon, run: act, isExtra = false }) => (
        <span key={label} className={isExtra ? 'bulk-extra' : undefined}>
          <Button isSmall kind="quiet" icon={icon} onPress={act}>
            {label}
          </Button>
        </span>
      ))}
      {extras.length > 0 && (
        <span className="bulk-more">
          <Menu
            label={house.more}
            trigger={<IconButton isSmall label={house.more} icon={<Ellipsis size={14} aria-hidden />} />}
          >
            {extras.map(({ label, icon, run: act }) => (
              <MenuItem key={label} icon={icon} onAction={act}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </span>
      )}
      <IconButton isSmall label={t.clearSelection} icon={<X size={14} aria-hidden />} onPress={onClear} />
    </div>
  );
}
