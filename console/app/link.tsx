/**
 * Renders a link to another console screen. The link navigates without a page load, but can still be opened
 * in a new tab.
 */
import type { ComponentProps, MouseEvent } from 'react';
import { hrefOf, type Target } from './addresses.ts';
import { navigate } from './current-address.ts';
import { preload } from './screen-loading.ts';

interface OwnProps {
  readonly replace?: boolean;
  /** Called when the user hovers over the link. Use it to preload data for the target screen. */
  readonly onIntent?: () => void;
}

export type LinkProps = Target & OwnProps & Omit<ComponentProps<'a'>, 'href' | 'target'>;

/** Renders a link that preloads its target screen on hover. */
export function Link(props: LinkProps) {
  const { to, params, search, replace, onClick, onIntent, children, ...rest } = props;
  const go = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isForNewTab =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented || isForNewTab) return;
    event.preventDefault();
    void navigate(props);
  };
  const load = (): void => {
    preload(to);
    onIntent?.();
  };
  return (
    <a {...rest} href={hrefOf({ to, params, search })} onClick={go} onPointerEnter={load} onFocus={load}>
      {children}
    </a>
  );
}
