/** Renders code, URLs and keys with a button to copy them. */
import { useEffect, useState } from 'react';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from './button.tsx';

const SAYS_COPIED_MILLISECONDS = 1600;

/** Copies `text` and briefly shows a confirmation. */
export function CopyButton({
  text,
  label,
  isIcon = false,
}: {
  text: string;
  label?: string;
  isIcon?: boolean;
}) {
  const house = useTexts('house');
  const [copiedAt, setCopiedAt] = useState<number>();
  useEffect(() => {
    if (copiedAt === undefined) return undefined;
    const timer = setTimeout(() => setCopiedAt(undefined), SAYS_COPIED_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const icon = copiedAt === undefined ? <Copy size={14} aria-hidden /> : <Check size={14} aria-hidden />;
  const shown = copiedAt === undefined ? (label ?? house.copy) : house.copied;
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => setCopiedAt(Date.now()));
  };
  return (
    <>
      {isIcon ? (
        <IconButton isSmall label={shown} icon={icon} onPress={copy} />
      ) : (
        <Button isSmall icon={icon} onPress={copy}>
          {shown}
        </Button>
      )}
      <span className="visually-hidden" role="status">
        {copiedAt === undefined ? '' : house.copied}
      </span>
    </>
  );
}

/** Renders a code block with a copy button. `label` describes the code block to screen readers. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="code-block">
      {/* The block can scroll, so it must be focusable. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- keyboard users must be able to scroll the region (WCAG 2.1.1) */}
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} isIcon />
    </div>
  );
}
