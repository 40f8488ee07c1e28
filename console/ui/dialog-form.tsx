/** Renders a form in a dialog. The last two buttons cancel and submit the form. */
import type { ReactNode } from 'react';
import { Form } from 'react-aria-components/Form';
import { useTexts } from '../texts/texts.tsx';
import { Button } from './button.tsx';

export function DialogForm(props: {
  children: ReactNode;
  /** Label of the button that submits the form. */
  submit: string;
  isPending: boolean;
  /** False while the form can't be submitted because required fields are empty. */
  isReady?: boolean;
  onSubmit: () => void;
  /** Called when the user cancels. Omit this property if the form isn't in a dialog. */
  onCancel?: (() => void) | undefined;
}) {
  const { children, submit, isPending, isReady = true, onSubmit, onCancel } = props;
  const house = useTexts('house');
  return (
    <Form
      // Use ARIA validation, because native validation would block another attempt after an error from the
      // service.
      validationBehavior="aria"
      className="dialog-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isPending) onSubmit();
      }}
    >
      {children}
      <div className="dialog-form-actions">
        {onCancel && <Button onPress={onCancel}>{house.cancel}</Button>}
        <Button kind="primary" type="submit" isPending={isPending} isDisabled={!isReady}>
          {submit}
        </Button>
      </div>
    </Form>
  );
}
