/**
 * Renders dialogs and drawers. Dialogs and drawers trap the focus, close with Escape, and restore the focus
 * when they close.
 */
import { useEffect, useRef, type ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import X from 'lucide-react/icons/x';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from './button.tsx';

export interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The dialog's buttons. The last button is the main action. */
  readonly actions?: ReactNode;
  /** Prevents a click outside from closing the dialog, so that entered text isn't lost. */
  readonly isSticky?: boolean;
  readonly isWide?: boolean;
  /** Shows the dialog as a full-height drawer at the side. Use a drawer for longer content. */
  readonly isDrawer?: boolean;
}

export function Dialog(props: DialogProps) {
  const {
    title,
    isOpen,
    onClose,
    children,
    actions,
    isSticky = false,
    isWide = false,
    isDrawer = false,
  } = props;
  const house = useTexts('house');
  return (
    <ModalOverlay
      className={`overlay${isDrawer ? ' of-drawer' : ''}`}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={!isSticky}
    >
      <Modal className={isDrawer ? 'drawer' : `dialog-box${isWide ? ' wide' : ''}`}>
        <AriaDialog className="dialog">
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title">
              {title}
            </Heading>
            <IconButton label={house.close} icon={<X size={16} aria-hidden />} onPress={onClose} isSmall />
          </header>
          <DialogBody>{children}</DialogBody>
          {actions !== undefined && <footer className="dialog-actions">{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

const FIELDS =
  'input:not([type="hidden"], [type="file"], :disabled), textarea:not(:disabled), select:not(:disabled)';

/**
 * Focuses the first field when the dialog opens. If it has no field, React Aria focuses the dialog itself.
 */
function DialogBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => body.current?.querySelector<HTMLElement>(FIELDS)?.focus(), []);
  return (
    <div className="dialog-body" ref={body}>
      {children}
    </div>
  );
}

/** Asks for confirmation before an action that can't be undone. The text must say what the user will lose. */
export function Confirm(props: {
  title: string;
  text: ReactNode;
  /** Button text that describes the action: "Delete form", never "OK". */
  confirm: string;
  isOpen: boolean;
  isBusy?: boolean;
  isDanger?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { title, text, confirm, isOpen, isBusy = false, isDanger = true, onConfirm, onClose } = props;
  const house = useTexts('house');
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{house.cancel}</Button>
          <Button kind={isDanger ? 'danger' : 'primary'} onPress={onConfirm} isPending={isBusy}>
            {confirm}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  );
}
