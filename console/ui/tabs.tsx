/** Renders tabs as links. The selected tab is part of the URL. */
import { useEffect, useRef, type ReactNode } from 'react';

export interface TabLink {
  readonly id: string;
  readonly label: string;
  /** Number shown after the label. */
  readonly count?: number | undefined;
  readonly link: (props: { className: string; 'aria-current'?: 'page'; children: ReactNode }) => ReactNode;
}

/**
 * Renders tabs as links. `link` renders a `Link` with the given props, so that the link target's type is
 * checked where the tabs are defined.
 */
export function TabLinks({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly TabLink[];
  current: string;
}) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav className="tabs" aria-label={label} ref={nav}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.id}>
            {tab.link({
              className: 'tab',
              ...(tab.id === current && { 'aria-current': 'page' as const }),
              children: (
                <>
                  {tab.label}
                  {tab.count !== undefined && tab.count > 0 && (
                    <span className="tab-count numeric">{tab.count}</span>
                  )}
                </>
              ),
            })}
          </li>
        ))}
      </ul>
    </nav>
  );
}
