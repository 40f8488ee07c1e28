/** Shows a new API key once. */
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';

interface KeyShownOnceProps {
  readonly of: { readonly key: string };
  readonly isWarned: boolean;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function KeyShownOnce({ of, isWarned, onClose, children }: KeyShownOnceProps) {
  const t = useTexts('keys');
  return (
    <ShownOnce
      secret={of.key}
      texts={{ ...t, label: t.theKey, copy: t.copyKey }}
      warning={isWarned ? t.closeAgain : undefined}
      onClose={onClose}
    >
      {children}
    </ShownOnce>
  );
}
