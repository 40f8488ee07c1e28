/** Tabs that are links. The selected tab is part of the URL. */
import type { ReactNode } from 'react';

export interface TabLink {
  readonly id: string;
  readonly label: string;
  /** A count after the label. */
  readonly count?: number | undefined;
  readonly link: (props: { className: string; 'aria-current'?: 'page'; children: ReactNode }) => ReactNode;
}

/** `link` renders a `Link` with the given props, so that its target is type-checked by the caller. */
export function TabLinks({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly TabLink[];
  current: string;
}) {
  return (
    <nav className="tabs" aria-label={label}>
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
