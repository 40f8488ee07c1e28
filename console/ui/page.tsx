/** The anatomy of a screen: a head with title and actions, a toolbar, the content. */
import { useEffect, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';

export interface PageProps {
  readonly title: string;
  /** Before the title: the way up. */
  readonly above?: ReactNode;
  /** Beside the title: a state, a count. */
  readonly beside?: ReactNode;
  /** At the end of the head; the primary one last. */
  readonly actions?: ReactNode;
  /** Below the head: tabs, search, filters. */
  readonly toolbar?: ReactNode;
  /** For the window's title; the title when absent. */
  readonly windowTitle?: string;
  /** Narrow for what is read and filled in, full for lists. */
  readonly width?: 'narrow' | 'full';
  readonly children: ReactNode;
}

export function Page(props: PageProps) {
  const { title, above, beside, actions, toolbar, windowTitle = title, width = 'full', children } = props;
  const { product } = useTexts('shell');
  useEffect(() => {
    document.title = `${windowTitle} – ${product}`;
  }, [windowTitle, product]);
  return (
    <div className={`page ${width}`}>
      <header className="page-head">
        <div className="page-title">
          {above}
          <h1 className="truncate">{title}</h1>
          {beside}
        </div>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
      </header>
      {toolbar !== undefined && <div className="page-toolbar">{toolbar}</div>}
      <div className="page-body">{children}</div>
    </div>
  );
}

/** A part of a page with a heading; in a row of settings the heading stands beside what is set. */
export function Section(props: {
  title: string;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="section">
      <header className="section-head">
        <h2>{props.title}</h2>
        {props.hint !== undefined && <p className="soft">{props.hint}</p>}
        {props.actions}
      </header>
      <div className="section-body">{props.children}</div>
    </section>
  );
}
