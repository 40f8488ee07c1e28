/** Shows a key or secret that the service returns only once. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { CodeBlock, CopyButton } from './copy.tsx';

interface ShownOnceTexts {
  /** Tells the user to copy the secret now. */
  readonly shownOnce: string;
  /** Label of the secret for screen readers. */
  readonly label: string;
  readonly copy: string;
  readonly confirmSaved: string;
}

interface ShownOnceProps {
  readonly secret: string;
  readonly texts: ShownOnceTexts;
  /**
   * Shown after the user tried to close the dialog without confirming that they saved the secret. See
   * `useWarnedClose`.
   */
  readonly warning?: string | undefined;
  readonly onClose: () => void;
  /** Additional information, shown below the secret. */
  readonly children?: ReactNode;
}

export function ShownOnce({ secret, texts, warning, onClose, children }: ShownOnceProps) {
  const frame = useRef<HTMLDivElement>(null);
  // The button that had the focus was replaced by the secret, so move the focus to the secret.
  useEffect(() => frame.current?.querySelector('pre')?.focus(), []);
  return (
    <div className="shown-once" role="status" ref={frame}>
      <p>{texts.shownOnce}</p>
      <CodeBlock code={secret} label={texts.label} />
      {children}
      {warning !== undefined && <p className="shown-once-warning">{warning}</p>}
      <div className="shown-once-actions">
        <CopyButton text={secret} label={texts.copy} />
        <Button kind="primary" onPress={onClose}>
          {texts.confirmSaved}
        </Button>
      </div>
    </div>
  );
}

/**
 * Returns the `onClose` function of a dialog that shows a secret. While the secret is shown, the first call
 * only sets `isWarned`, because pressing Escape by accident would lose the secret.
 * @param isShown whether the dialog currently shows the secret
 */
export function useWarnedClose(isShown: boolean, onClose: () => void) {
  const [isWarned, setIsWarned] = useState(false);
  const close = (): void => {
    if (isShown && !isWarned) setIsWarned(true);
    else onClose();
  };
  return { isWarned, close };
}
