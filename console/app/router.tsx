/** Shows the screen for the current URL. While another screen loads, the current one stays visible. */
import {
  Component,
  createElement,
  Suspense,
  use,
  useEffect,
  useMemo,
  useState,
  useTransition,
  type ReactNode,
} from 'react';
import { NotHere, ScreenFailed } from '../shell/route-states.tsx';
import { Shell } from '../shell/shell.tsx';
import { Skeleton } from '../ui/states.tsx';
import { AddressContext } from './address-context.ts';
import type { Path } from './addresses.ts';
import { arrived, currentAddress, onAddress, type Address } from './current-address.ts';
import { forgetFailures, loadedScreenOf, loadScreenOf, placeAt } from './screen-loading.ts';

export function Router() {
  const [address, setAddress] = useState(currentAddress);
  const [isLoading, startTransition] = useTransition();
  useEffect(() => {
    const show = (): void => {
      const next = currentAddress();
      const path = placeAt(next.path)?.path;
      // Keep the old screen only while the new screen's file is loading. Otherwise, keyboard shortcuts could
      // act on a screen that the user doesn't see.
      if (path === undefined || loadedScreenOf(path)) setAddress(next);
      else startTransition(() => setAddress(next));
    };
    // The URL may have changed before this listener was added, so read it now.
    show();
    return onAddress(show);
  }, []);
  useEffect(arrived, [address]);
  const place = useMemo(() => placeAt(address.path), [address]);
  const shown = useMemo(() => ({ ...address, params: place?.params ?? {} }), [address, place]);
  return (
    <AddressContext value={shown}>
      <Shell isLoading={isLoading}>
        <ScreenBoundary address={address}>
          <Suspense fallback={<Skeleton />}>{place ? <Screen path={place.path} /> : <NotHere />}</Suspense>
        </ScreenBoundary>
      </Shell>
    </AddressContext>
  );
}

function Screen({ path }: { path: Path }) {
  return createElement(loadedScreenOf(path) ?? use(loadScreenOf(path)));
}

interface BoundaryProps {
  readonly address: Address;
  readonly children: ReactNode;
}

/** Catches rendering errors in a screen. Renders the screen again when the user navigates or retries. */
class ScreenBoundary extends Component<BoundaryProps, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (before.address !== this.props.address && this.state.error !== undefined) this.tryAgain();
  }

  override componentDidMount() {
    // Retry files that failed to load while the browser was offline.
    addEventListener('online', this.tryAgain);
  }

  override componentWillUnmount() {
    removeEventListener('online', this.tryAgain);
  }

  tryAgain = (): void => {
    if (this.state.error === undefined) return;
    forgetFailures();
    this.setState({ error: undefined });
  };

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <ScreenFailed error={error} onRetry={this.tryAgain} />;
  }
}
