/** The layout of a screen: a header with title and actions, a toolbar, and the content. */
import { useEffect, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';

export interface PageProps {
  readonly title: string;
  /** Shown before the title: the link to the parent screen. */
  readonly above?: ReactNode;
  /** Shown next to the title: a status or a count. */
  readonly beside?: ReactNode;
  /** At the end of the header, with the primary button last. */
  readonly actions?: ReactNode;
  /** Below the header: tabs, search and filters. */
  readonly toolbar?: ReactNode;
  /** Title of the browser window; defaults to the title. */
  readonly windowTitle?: string;
  /**
   * `narrow` for reading and settings, `full` for lists. `split` has the height of the window and scrolls in
   * its parts.
   */
  readonly width?: 'narrow' | 'full' | 'split';
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

/** A section with a heading. In settings, the heading is next to the controls. */
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
