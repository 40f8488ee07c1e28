/** Asks before leaving a view with unsaved changes. */
import { useEffect, useState } from 'react';
import { currentAddress, guardLeaving, type Leaving } from '../app/current-address.ts';
import { useTexts } from '../texts/texts.tsx';
import { Confirm } from '../ui/dialog.tsx';

/**
 * Add it to a form: `<LeaveGuard isChanged={draft.isChanged} />`. Typed text is kept as a draft in any case.
 * @param within the common prefix of paths that belong together; the current path by default
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
