/** Shows the page for signing in with a management key (`/console/key`). The page works without a session. */
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { ApiError } from '../api/api-error.ts';
import { useErrorText } from '../app/error-text.ts';
import { Mark } from '../shell/mark.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { startKeySession } from './start-key-session.ts';
import { wayBack } from './way-back.ts';

/** Any whitespace around the key is removed before this check. */
const MANAGEMENT_KEY = /^svc_mgmt_\w+$/;

export function KeySignIn() {
  const t = useTexts('signIn');
  const { product } = useTexts('shell');
  const { key, change, error, isBusy, submit } = useKeySession();
  useEffect(() => {
    document.title = `${t.title} – ${product}`;
  }, [t, product]);
  return (
    <main className="sign-in">
      <p className="account-name">
        <Mark />
        <span>{product}</span>
      </p>
      <h1>{t.title}</h1>
      <p className="soft">{t.text}</p>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t.key}
          hint={t.hint}
          type="password"
          value={key}
          onChange={change}
          error={error}
          autoComplete="off"
          spellCheck="false"
          isMono
          isRequired
          // eslint-disable-next-line jsx-a11y-x/no-autofocus -- entering the key is the only purpose of this page
          autoFocus
        />
        <Button kind="primary" type="submit" isPending={isBusy}>
          {t.open}
        </Button>
      </Form>
      <p className="soft">
        {t.otherwise} <a href={`/console/sign-in${location.search}`}>{t.asPerson}</a>
      </p>
    </main>
  );
}

/** Holds the key until it's exchanged for a session, and the error message if the exchange fails. */
function useKeySession() {
  const t = useTexts('signIn');
  const textOf = useErrorText();
  const [key, setKey] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isSent = useRef(false);

  async function exchange(): Promise<void> {
    const typed = key.trim();
    if (!MANAGEMENT_KEY.test(typed)) {
      setError(t.notAKey);
      return;
    }
    isSent.current = true;
    setIsBusy(true);
    try {
      await startKeySession(typed);
      setKey('');
      // Replace the history entry, so that the back button skips the page with the key field.
      location.replace(wayBack(location.search, location.origin));
    } catch (failure) {
      setError(
        failure instanceof ApiError && failure.status === 401
          ? t.unknownKey
          : failure instanceof ApiError && failure.status === 403
            ? t.otherKey
            : textOf(failure),
      );
      setIsBusy(false);
      isSent.current = false;
    }
  }
  return {
    key,
    error,
    isBusy,
    change: (typed: string) => {
      setKey(typed);
      setError(undefined);
    },
    submit: () => {
      if (!isSent.current) void exchange();
    },
  };
}
