/** A link to another screen of the console: without a new page, and as every link it opens in a new tab when one wants. */
import type { ComponentProps, MouseEvent } from 'react';
import { hrefOf, type Target } from './addresses.ts';
import { navigate } from './current-address.ts';
import { preload } from './screen-loading.ts';

interface OwnProps {
  readonly replace?: boolean;
  /** Called when it is pointed at: to read what its screen will show. */
  readonly onIntent?: () => void;
}

export type LinkProps = Target & OwnProps & Omit<ComponentProps<'a'>, 'href' | 'target'>;

/** What is pointed at is loaded already while one decides. */
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
