/** Shows the actions for the open submission, and links to the previous and next submission. */
import ArrowLeft from 'lucide-react/icons/arrow-left';
import CircleCheck from 'lucide-react/icons/circle-check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Mail from 'lucide-react/icons/mail';
import MailOpen from 'lucide-react/icons/mail-open';
import Printer from 'lucide-react/icons/printer';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Star from 'lucide-react/icons/star';
import Trash from 'lucide-react/icons/trash-2';
import UserSearch from 'lucide-react/icons/user-search';
import X from 'lucide-react/icons/x';
import type { Schema } from '../api/api-client.ts';
import { navigate } from '../app/current-address.ts';
import { useMedia } from '../app/media.ts';
import { useMay, useMayMarkRead } from '../app/session.tsx';
import { useInboxPlace } from '../inbox/inbox-context.tsx';
import { useSubmissionActions, type BulkAction } from '../inbox/submission-actions.ts';
import { ReplyActions } from '../replies/reply-actions.tsx';
import { useTexts } from '../texts/texts.tsx';
import { IconButton } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';

/**
 * Matches windows that are too narrow to show a button for each action: phones, and windows with a list next
 * to the submission.
 */
const NARROW = '(max-width: 47.99rem), (min-width: 64rem) and (max-width: 74.99rem)';

/**
 * Shows the actions for a submission.
 * @param props.mailLink a `mailto:` link, or undefined if the submission contains no e-mail address
 * @param props.address the submitter's address, if the submission contains one
 */
export function SubmissionBar(props: {
  submission: Schema<'Submission'> | undefined;
  form: Schema<'Form'> | undefined;
  mailLink: string | undefined;
  address: string | undefined;
}) {
  const { submission, form, mailLink, address } = props;
  const t = useTexts('submission');
  const inbox = useTexts('inbox');
  const house = useTexts('house');
  const { previous, next, open, close } = useInboxPlace();
  // In narrow windows, the submission replaces the list, so show a button that returns to the list.
  const isAlone = useMedia('(max-width: 63.99rem)');
  return (
    <header className="submission-bar">
      {isAlone && <IconButton label={t.back} icon={<ArrowLeft size={16} aria-hidden />} onPress={close} />}
      <IconButton
        label={inbox.previous}
        shortcut="k"
        isDisabled={previous === undefined}
        icon={<ChevronUp size={16} aria-hidden />}
        onPress={() => previous !== undefined && open(previous)}
      />
      <IconButton
        label={inbox.next}
        shortcut="j"
        isDisabled={next === undefined}
        icon={<ChevronDown size={16} aria-hidden />}
        onPress={() => next !== undefined && open(next)}
      />
      <div className="submission-actions">
        {submission && <Actions submission={submission} address={address} />}
        {submission?.status === 'received' && <ReplyActions {...{ submission, form, mailLink }} />}
        {!isAlone && (
          <IconButton label={house.close} shortcut="Esc" icon={<X size={16} aria-hidden />} onPress={close} />
        )}
      </div>
    </header>
  );
}

function Actions(props: { submission: Schema<'Submission'>; address: string | undefined }) {
  const { submission, address } = props;
  const t = useTexts('submission');
  const inbox = useTexts('inbox');
  const house = useTexts('house');
  const { everythingOfPerson } = useTexts('dataRequests');
  const mayWrite = useMay('write');
  const mayAdmin = useMay('admin');
  const mayMark = useMayMarkRead();
  const { previous, next, open, close } = useInboxPlace();
  const run = useSubmissionActions();
  const isNarrow = useMedia(NARROW);
  const isSpam = submission.status === 'spam';
  const isRead = submission.read_at !== null;
  const isDone = submission.handled_at !== null;
  /** The action removes the submission from the list, so open the next submission. */
  const remove = (action: BulkAction) => () => {
    run([submission], action);
    const follower = next ?? previous;
    if (follower === undefined) close();
    else open(follower);
  };
  const all = [
    {
      id: 'done',
      label: isDone ? inbox.reopen : inbox.markDone,
      shortcut: 'e',
      icon: <CircleCheck size={15} aria-hidden className={isDone ? 'submission-done' : ''} />,
      run: () => run([submission], isDone ? 'unhandle' : 'handle', { isQuiet: true }),
    },
    {
      id: 'read',
      label: isRead ? inbox.markUnread : inbox.markRead,
      shortcut: 'u',
      icon: isRead ? <Mail size={15} aria-hidden /> : <MailOpen size={15} aria-hidden />,
      run: () => run([submission], isRead ? 'unread' : 'read', { isQuiet: true }),
    },
    {
      id: 'spam',
      label: isSpam ? inbox.noSpam : inbox.markSpam,
      shortcut: '!',
      icon: isSpam ? <ShieldCheck size={15} aria-hidden /> : <ShieldAlert size={15} aria-hidden />,
      run: remove(isSpam ? 'release' : 'spam'),
    },
    {
      id: 'delete',
      label: house.delete,
      shortcut: '#',
      icon: <Trash size={15} aria-hidden />,
      run: remove('delete'),
    },
  ];
  const changes = mayWrite ? all : all.filter(({ id }) => id === 'read' && mayMark);
  const others = [
    { id: 'print', label: t.print, icon: <Printer size={15} aria-hidden />, run: () => window.print() },
    {
      id: 'person',
      label: everythingOfPerson,
      icon: <UserSearch size={15} aria-hidden />,
      run: () => void navigate({ to: '/data-requests', search: { new: 'yes', email: address } }),
    },
  ].filter(({ id }) => id !== 'person' || (mayAdmin && address !== undefined));
  return (
    <>
      {mayWrite && (
        <IconButton
          label={submission.starred ? inbox.unstarIt : inbox.starIt}
          shortcut="s"
          icon={<Star size={15} aria-hidden className={submission.starred ? 'submission-star on' : ''} />}
          onPress={() => run([submission], submission.starred ? 'unstar' : 'star', { isQuiet: true })}
        />
      )}
      {!isNarrow &&
        changes.map((action) => (
          <IconButton
            key={action.id}
            label={action.label}
            shortcut={action.shortcut}
            icon={action.icon}
            onPress={action.run}
          />
        ))}
      <Menu
        label={house.more}
        trigger={<IconButton label={house.more} icon={<Ellipsis size={16} aria-hidden />} />}
      >
        {[...(isNarrow ? changes : []), ...others].map((action) => (
          <MenuItem
            key={action.id}
            icon={action.icon}
            isDanger={action.id === 'delete'}
            onAction={action.run}
          >
            {action.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
