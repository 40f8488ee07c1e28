/**
 * Renders toasts. New toasts are announced to screen readers. Toasts don't expire while they're focused or
 * hovered, and F6 moves the focus to them.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import X from 'lucide-react/icons/x';
import { useShortcuts } from '../app/shortcuts.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from './button.tsx';
import { dismiss, onMessages, shownMessages, type ShownMessage } from './toast.ts';

export function Toasts() {
  const house = useTexts('house');
  const messages = useSyncExternalStore(onMessages, shownMessages);
  const region = useRef<HTMLDivElement>(null);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const focusBefore = useRef<EventTarget>(null);
  useShortcuts([{ keys: 'F6', run: () => focusIn(region.current) }], 'everywhere');
  // If the focused toast was removed, focus the next toast or, if there is none, the element that previously
  // had the focus.
  useEffect(() => {
    if (!hasFocus || document.activeElement !== document.body || focusIn(region.current)) return;
    setHasFocus(false);
    if (focusBefore.current instanceof HTMLElement) focusBefore.current.focus();
  }, [messages, hasFocus]);
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- hovering only pauses the timeout
    <div
      ref={region}
      className="toasts"
      role="region"
      aria-label={house.messages}
      onPointerEnter={() => setIsPointedAt(true)}
      onPointerLeave={() => setIsPointedAt(false)}
      onFocus={({ relatedTarget }) => {
        setHasFocus(true);
        if (!hasFocus) focusBefore.current = relatedTarget;
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setHasFocus(false);
      }}
    >
      <div aria-live="polite" className="toast-list">
        {messages.map((message) => (
          <Toast key={message.key} message={message} waits={isPointedAt || hasFocus} />
        ))}
      </div>
    </div>
  );
}

function Toast({ message, waits }: { message: ShownMessage; waits: boolean }) {
  const house = useTexts('house');
  const { key, text, note, isBad = false, action, milliseconds } = message;
  useEffect(() => {
    if (waits || milliseconds === undefined) return undefined;
    const timer = setTimeout(() => dismiss(key), milliseconds);
    return () => clearTimeout(timer);
  }, [key, milliseconds, waits]);
  return (
    <div className={`toast${isBad ? ' bad' : ''}`}>
      <div className="toast-text">
        <span>{text}</span>
        {note !== undefined && <span className="toast-note">{note}</span>}
      </div>
      {action && (
        <Button
          isSmall
          kind="quiet"
          onPress={() => {
            dismiss(key);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        isSmall
        label={house.dismiss}
        icon={<X size={14} aria-hidden />}
        onPress={() => dismiss(key)}
      />
    </div>
  );
}

/** Focuses the first button in the region. Returns false if there is none. */
function focusIn(region: HTMLElement | null): boolean {
  const button = region?.querySelector('button');
  button?.focus();
  return button instanceof HTMLElement;
}
