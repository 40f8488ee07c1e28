/** Shows actions for the selected submissions in a bar below the list. */
import CircleCheck from 'lucide-react/icons/circle-check';
import MailOpen from 'lucide-react/icons/mail-open';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Star from 'lucide-react/icons/star';
import Tag from 'lucide-react/icons/tag';
import Trash from 'lucide-react/icons/trash-2';
import UserRound from 'lucide-react/icons/user-round';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import type { Schema } from '../api/api-client.ts';
import { openPicker } from '../handling/open-picker.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import type { RunAction } from './submission-actions.ts';

export function BulkBar(props: {
  selected: readonly Schema<'Submission'>[];
  /** True if the actions apply to all submissions that match, on all pages. */
  isEverything: boolean;
  isSpam: boolean;
  run: RunAction;
  onClear: () => void;
  /** The control that selects all submissions that match. */
  children: ReactNode;
}) {
  const { selected, isEverything, isSpam, run, onClear, children } = props;
  const t = useTexts('inbox');
  const handling = useTexts('handling');
  const house = useTexts('house');
  const areRead = selected.every(({ read_at }) => read_at !== null);
  const areDone = selected.every(({ handled_at }) => handled_at !== null);
  const areStarred = selected.every(({ starred }) => starred);
  const removes = (action: 'spam' | 'release' | 'delete') => () => {
    run(selected, action);
    onClear();
  };
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t.selected(selected.length)}>
      {!isEverything && (
        <span className="bulk-count numeric" role="status">
          {t.selected(selected.length)}
        </span>
      )}
      {children}
      {!isSpam && (
        <>
          <Button
            isSmall
            kind="quiet"
            icon={<MailOpen size={14} aria-hidden />}
            onPress={() => run(selected, areRead ? 'unread' : 'read')}
          >
            {areRead ? t.markUnread : t.markRead}
          </Button>
          <Button
            isSmall
            kind="quiet"
            icon={<Star size={14} aria-hidden />}
            onPress={() => run(selected, areStarred ? 'unstar' : 'star')}
          >
            {areStarred ? t.removeStar : t.addStar}
          </Button>
          <Button
            isSmall
            kind="quiet"
            icon={<CircleCheck size={14} aria-hidden />}
            onPress={() => run(selected, areDone ? 'unhandle' : 'handle')}
          >
            {areDone ? t.reopen : t.markDone}
          </Button>
          <Button
            isSmall
            kind="quiet"
            icon={<UserRound size={14} aria-hidden />}
            onPress={() => openPicker('assignee', selected)}
          >
            {handling.assign}
          </Button>
          <Button
            isSmall
            kind="quiet"
            icon={<Tag size={14} aria-hidden />}
            onPress={() => openPicker('labels', selected)}
          >
            {handling.labels}
          </Button>
        </>
      )}
      <Button
        isSmall
        kind="quiet"
        icon={<ShieldAlert size={14} aria-hidden />}
        onPress={removes(isSpam ? 'release' : 'spam')}
      >
        {isSpam ? t.noSpam : t.markSpam}
      </Button>
      <Button isSmall kind="quiet" icon={<Trash size={14} aria-hidden />} onPress={removes('delete')}>
        {house.delete}
      </Button>
      <IconButton isSmall label={t.clearSelection} icon={<X size={14} aria-hidden />} onPress={onClear} />
    </div>
  );
}
