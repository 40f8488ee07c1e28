/** Renders the frame of every screen: navigation, shortcuts, palette, toasts and the offline notice. */
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import CircleHelp from 'lucide-react/icons/circle-help';
import Menu from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useTexts } from '../texts/texts.tsx';
import { IconButton } from '../ui/button.tsx';
import { Mark } from './mark.tsx';
import { Navigation, usePlaces } from './navigation.tsx';
import { OfflineBar } from './offline.tsx';
import { usePath } from '../app/address-context.ts';
import { navigate } from '../app/current-address.ts';
import { useMe } from '../app/session.tsx';
import { useFirstTimeZone } from '../app/time-zones.ts';
import { keyNames, useShortcuts } from '../app/shortcuts.ts';

// Loads the other parts of the shell in parallel with the first screen, without delaying it.
const onDemand = () => import('./on-demand.ts');
const Palette = lazy(async () => ({ default: (await onDemand()).Palette }));
const ShortcutHelp = lazy(async () => ({ default: (await onDemand()).ShortcutHelp }));
const MenuDrawer = lazy(async () => ({ default: (await onDemand()).MenuDrawer }));
const UserMenu = lazy(async () => ({ default: (await onDemand()).UserMenu }));
const Toasts = lazy(async () => ({ default: (await onDemand()).Toasts }));

/** Renders the frame around a screen. `isLoading` is true while another screen is loading. */
export function Shell({ isLoading, children }: { isLoading: boolean; children: ReactNode }) {
  const t = useTexts('shell');
  const me = useMe();
  useFirstTimeZone();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const [typedAhead, setTypedAhead] = useState('');
  const closePalette = (): void => {
    setTypedAhead('');
    setIsPaletteOpen(false);
  };
  const places = usePlaces();
  useShortcuts(
    [
      ...places.map(({ to, name, key }) => ({
        keys: `g ${key}`,
        label: t.goTo(t[name]),
        run: () => void navigate({ to }),
      })),
      { keys: 'mod+k', label: t.palette, run: () => setIsPaletteOpen(true) },
      { keys: '?', label: t.showShortcuts, run: () => setIsHelpOpen(true) },
    ],
    'everywhere',
  );
  const main = useFocusOnScreen();
  return (
    <div className="shell">
      <a href="#main" className="skip button primary">
        {t.skip}
      </a>
      <aside className="side">
        <AccountName name={me.account.name} />
        <AriaButton className="find" onPress={() => setIsPaletteOpen(true)}>
          <Search size={14} aria-hidden />
          <span className="truncate">{t.search}</span>
          <kbd>{keyNames('mod+k').join(' ')}</kbd>
        </AriaButton>
        <Navigation />
        <div className="side-end">
          <Suspense fallback={<span className="user" />}>
            <UserMenu />
          </Suspense>
          <IconButton
            isSmall
            label={t.shortcuts}
            shortcut="?"
            icon={<CircleHelp size={16} aria-hidden />}
            onPress={() => setIsHelpOpen(true)}
          />
        </div>
      </aside>
      <header className="top">
        <IconButton
          label={t.openMenu}
          icon={<Menu size={18} aria-hidden />}
          onPress={() => setIsMenuOpen(true)}
        />
        <AccountName name={me.account.name} />
        <IconButton
          label={t.search}
          icon={<Search size={18} aria-hidden />}
          onPress={() => setIsPaletteOpen(true)}
        />
      </header>
      <main id="main" ref={main} tabIndex={-1} aria-busy={isLoading} className="main">
        <OfflineBar />
        {children}
      </main>
      {/* Render the container for toasts from the start, because React Aria hides elements from screen
          readers if they are added while a dialog is open. */}
      <div className="toasts-place" data-react-aria-top-layer="true">
        <Suspense>
          <Toasts />
        </Suspense>
      </div>
      {/* While a dialog's file is loading, the overlay keeps typed letters from triggering shortcuts. */}
      <Suspense
        fallback={<div className="overlay">{isPaletteOpen && <TypedAhead onType={setTypedAhead} />}</div>}
      >
        {isMenuOpen && <MenuDrawer title={me.account.name} onClose={() => setIsMenuOpen(false)} />}
        {isHelpOpen && <ShortcutHelp onClose={() => setIsHelpOpen(false)} />}
        {isPaletteOpen && <Palette typedAhead={typedAhead} onClose={closePalette} />}
      </Suspense>
    </div>
  );
}

/** Captures what the user types into the palette while its file is loading. */
function TypedAhead({ onType }: { onType: (text: string) => void }) {
  const t = useTexts('shell');
  return (
    <input
      // eslint-disable-next-line jsx-a11y-x/no-autofocus -- the palette gets the focus as soon as it's loaded
      autoFocus
      className="visually-hidden"
      aria-label={t.palette}
      onChange={({ target }) => onType(target.value)}
    />
  );
}

function AccountName({ name }: { name: string }) {
  return (
    <p className="account-name">
      <Mark />
      <span className="truncate">{name}</span>
    </p>
  );
}

/**
 * Moves the focus to the new screen after navigation, as a page load does, so that keyboard and screen reader
 * users start at the top.
 */
function useFocusOnScreen() {
  const main = useRef<HTMLElement>(null);
  const screen = usePath().split('/').slice(0, 3).join('/');
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    main.current?.focus({ preventScroll: true });
    main.current?.scrollTo(0, 0);
  }, [screen]);
  return main;
}
