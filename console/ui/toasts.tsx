/** Where the short messages appear. */
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import { Text } from 'react-aria-components/Text';
import X from 'lucide-react/icons/x';
import { useTexts } from '../texts/texts.tsx';
import { Button, IconButton } from './button.tsx';
import { toastQueue } from './toast.ts';

export function Toasts() {
  const house = useTexts('house');
  return (
    <ToastRegion queue={toastQueue} className="toasts">
      {({ toast: shown }) => {
        const { text, note, isBad = false, action } = shown.content;
        return (
          <AriaToast toast={shown} className={`toast${isBad ? ' bad' : ''}`}>
            <ToastContent className="toast-text">
              <Text slot="title">{text}</Text>
              {note !== undefined && (
                <Text slot="description" className="toast-note">
                  {note}
                </Text>
              )}
            </ToastContent>
            {action && (
              <Button
                isSmall
                kind="quiet"
                onPress={() => {
                  toastQueue.close(shown.key);
                  action.run();
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton isSmall label={house.dismiss} icon={<X size={14} aria-hidden />} slot="close" />
          </AriaToast>
        );
      }}
    </ToastRegion>
  );
}
