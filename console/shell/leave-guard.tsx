/** Asks before a view with unsaved changes is left. */
import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../texts/texts.tsx';
import { Confirm } from '../ui/dialog.tsx';

/**
 * Put it into a form: `<LeaveGuard isChanged={draft.isChanged} />`. What was typed stays as a draft in any case.
 * @param within the beginning of the paths that belong together; the present path when absent
 */
export function LeaveGuard({ isChanged, within }: { isChanged: boolean; within?: string }) {
  const house = useTexts('house');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged &&
      (within === undefined ? current.pathname !== next.pathname : !next.pathname.includes(within)),
    enableBeforeUnload: false,
    withResolver: true,
  });
  return (
    <Confirm
      isOpen={blocker.status === 'blocked'}
      title={house.leaveTitle}
      text={house.leaveText}
      confirm={house.leave}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
