/** Handles keyboard navigation and actions in the inbox. */
import { useQueryClient } from '@tanstack/react-query';
import type { Selection } from 'react-aria-components/Table';
import type { Schema } from '../api/api-client.ts';
import { useShortcuts } from '../app/shortcuts.ts';
import type { OpenPicker } from '../handling/open-picker.ts';
import { useTexts } from '../texts/texts.tsx';
import type { BulkAction, useSubmissionActions } from './submission-actions.ts';

type Submission = Schema<'Submission'>;

export const NOTHING: Selection = new Set<string>();

interface KeysProps {
  readonly rows: readonly Submission[];
  readonly selected: readonly Submission[];
  readonly openId: string | undefined;
  readonly frame: { readonly current: HTMLDivElement | null };
  readonly mayWrite: boolean;
  readonly mayMark: boolean;
  readonly run: ReturnType<typeof useSubmissionActions>;
  readonly onPick: (kind: OpenPicker['kind'], submissions: readonly Submission[]) => void;
  readonly onOpen: (id: string, replace?: boolean) => void;
  readonly setSelection: (change: (selection: Selection) => Selection) => void;
}

/**
 * Registers the inbox shortcuts. Shortcuts act on the selected rows. If no rows are selected, they act on the
 * open row or, if no row is open, on the focused row.
 */
export function useInboxKeys({
  rows,
  selected,
  openId,
  frame,
  mayWrite,
  mayMark,
  run,
  onPick,
  onOpen,
  setSelection,
}: KeysProps): void {
  const t = useTexts('inbox');
  const handling = useTexts('handling');
  const queries = useQueryClient();
  const rowElement = (id: string | undefined): HTMLElement | null =>
    id === undefined
      ? null
      : (frame.current?.querySelector<HTMLElement>(`[role=row][data-key="${id}"]`) ?? null);
  const currentId = (): string | undefined =>
    openId ?? document.activeElement?.closest<HTMLElement>('[role=row][data-key]')?.dataset['key'];
  const neighbour = (step: 1 | -1): Submission | undefined => {
    const index = rows.findIndex(({ id }) => id === currentId());
    return index < 0 ? rows[0] : rows[index + step];
  };
  const move = (step: 1 | -1) => () => {
    const target = neighbour(step);
    if (!target) return;
    rowElement(target.id)?.focus();
    if (openId !== undefined) onOpen(target.id, true);
  };
  const current = (): readonly Submission[] => {
    if (selected.length > 0) return selected;
    const id = currentId();
    // If the open submission was opened by a link in an e-mail, for example, the list might not contain it.
    const found = rows.find((row) => row.id === id) ?? queries.getQueryData<Submission>(['submission', id]);
    return found ? [found] : [];
  };
  const act = (choose: (on: readonly Submission[]) => BulkAction) => () => {
    const on = current();
    if (on.length === 0) return;
    const action = choose(on);
    const isRemoved = action === 'delete' || action === 'spam' || action === 'release';
    // Move the focus to the row that takes the removed row's place.
    const next = isRemoved && selected.length === 0 ? (neighbour(1) ?? neighbour(-1)) : undefined;
    run(on, action, { isQuiet: on.length === 1 && !isRemoved });
    if (next) rowElement(next.id)?.focus();
    if (next && openId !== undefined) onOpen(next.id, true);
    if (isRemoved && selected.length > 0) setSelection(() => NOTHING);
  };
  const toggle = (): void => {
    const id = currentId();
    if (id === undefined) return;
    setSelection((selection) => {
      const chosen = new Set(selection === 'all' ? rows.map((row) => row.id) : selection);
      if (!chosen.delete(id)) chosen.add(id);
      return chosen;
    });
  };
  useShortcuts([
    { keys: 'j', label: t.next, run: move(1) },
    { keys: 'k', label: t.previous, run: move(-1) },
    { keys: 'o', label: t.openIt, run: () => onOpen(currentId() ?? rows[0]?.id ?? '') },
    ...(mayMark
      ? [
          {
            keys: 'u',
            label: t.toggleUnread,
            run: act((on) => (on.every(({ read_at }) => read_at !== null) ? 'unread' : 'read')),
          },
        ]
      : []),
    ...(mayWrite
      ? [
          { keys: 'x', label: t.toggleSelect, run: toggle },
          {
            keys: 's',
            label: t.toggleStar,
            run: act((on) => (on.every(({ starred }) => starred) ? 'unstar' : 'star')),
          },
          {
            keys: 'e',
            label: t.toggleDone,
            run: act((on) => (on.every(({ handled_at }) => handled_at !== null) ? 'unhandle' : 'handle')),
          },
          { keys: 'a', label: handling.openAssign, run: () => onPick('assignee', current()) },
          { keys: 'l', label: handling.openLabels, run: () => onPick('labels', current()) },
          {
            keys: '!',
            label: t.toggleSpam,
            run: act((on) => (on.every(({ status }) => status === 'spam') ? 'release' : 'spam')),
          },
          { keys: '#', label: t.deleteThem, run: act(() => 'delete') },
        ]
      : []),
  ]);
}
