/**
 * A link to another console screen. It navigates without a page load, but still opens in a new tab on
 * request.
 */
import type { ComponentProps, MouseEvent } from 'react';
import { hrefOf, type Target } from './addresses.ts';
import { navigate } from './current-address.ts';
import { preload } from './screen-loading.ts';

interface OwnProps {
  readonly replace?: boolean;
  /** Called when the pointer reaches the link, to preload the data of its screen. */
  readonly onIntent?: () => void;
}

export type LinkProps = Target & OwnProps & Omit<ComponentProps<'a'>, 'href' | 'target'>;

/** Preloads the target screen when the person points at the link. */
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
