/** Starts the console: sets up the language, the session and the router. */
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { speechIn, Texts } from '../texts/texts.tsx';
import { Skeleton } from '../ui/states.tsx';
import { currentAddress } from './current-address.ts';
import { preferredLanguage } from './preferences.ts';
import { queryClient } from '../api/query-client.ts';
import { Router } from './router.tsx';
import { placeAt, preload } from './screen-loading.ts';
import { meQuery, Session } from './session.tsx';
import { listenForShortcuts } from './shortcuts.ts';

/** This is the only page that works without a session. Load it lazily to keep it out of the main bundle. */
const KeySignIn = lazy(async () => ({ default: (await import('../sign-in/key-sign-in.tsx')).KeySignIn }));
const KEY_SIGN_IN = '/console/key';

const container = document.getElementById('app');
if (!container) throw new Error('The page has no element with the id "app"');

const isKeySignIn = location.pathname === KEY_SIGN_IN;
if (!isKeySignIn) loadEarly();
const speech = await speechIn(preferredLanguage());
document.documentElement.lang = speech.language;
listenForShortcuts();

createRoot(container).render(
  <StrictMode>
    <Texts first={speech}>
      <QueryClientProvider client={queryClient}>
        {isKeySignIn ? (
          <Suspense>
            <KeySignIn />
          </Suspense>
        ) : (
          <Session waiting={<Skeleton rows={8} />}>
            <Router />
          </Session>
        )}
      </QueryClientProvider>
    </Texts>
  </StrictMode>,
);

/** Start loading everything that the first screen needs, in parallel. */
function loadEarly(): void {
  const place = placeAt(currentAddress().path);
  if (place) preload(place.path);
  void queryClient.query(meQuery).catch(() => undefined);
}
