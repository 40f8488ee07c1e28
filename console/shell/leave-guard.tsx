/** Asks for confirmation before leaving a view with unsaved changes. */
import { useEffect, useState } from 'react';
import { currentAddress, guardLeaving, type Leaving } from '../app/current-address.ts';
import { useTexts } from '../texts/texts.tsx';
import { Confirm } from '../ui/dialog.tsx';

/**
 * Asks for confirmation before the user leaves a view with unsaved changes:
 * `<LeaveGuard isChanged={draft.isChanged} />`. Doesn't store the entered text. Views that keep a draft use
 * `useDraft`.
 * @param within path prefix within which no confirmation is needed. Defaults to the current path.
 */
export function LeaveGuard({ isChanged, within }: { isChanged: boolean; within?: string }) {
  const house = useTexts('house');
  const [leaving, setLeaving] = useState<Leaving>();
  useEffect(() => {
    if (!isChanged) return undefined;
    const own = currentAddress().path;
    const holds = (next: string): boolean => (within === undefined ? next !== own : !next.startsWith(within));
    return guardLeaving(holds, setLeaving);
  }, [isChanged, within]);
  const decide = (choice: keyof Leaving): void => {
    setLeaving(undefined);
    leaving?.[choice]();
  };
  return (
    <Confirm
      isOpen={leaving !== undefined}
      title={house.leaveTitle}
      text={house.leaveText}
      confirm={house.leave}
      onConfirm={() => decide('leave')}
      onClose={() => decide('stay')}
    />
  );
}
