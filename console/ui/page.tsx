/** Renders the layout of a screen: a header with a title and actions, a toolbar, and the content. */
import { useEffect, type ReactNode } from 'react';
import { useTexts } from '../texts/texts.tsx';

export interface PageProps {
  readonly title: string;
  /** Shown above the title, for example a link to the parent screen. */
  readonly above?: ReactNode;
  /** Shown next to the title, for example a status or a count. */
  readonly beside?: ReactNode;
  /** Shown at the end of the header. Place the primary button last. */
  readonly actions?: ReactNode;
  /** Shown below the header, for example tabs, search and filters. */
  readonly toolbar?: ReactNode;
  /** Title of the browser window. Defaults to `title`. */
  readonly windowTitle?: string;
  /**
   * Layout of the screen. Use `narrow` for reading and settings, and `full` for lists. `split` fills the
   * window's height, and its panes scroll separately.
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

/** Renders a section with a heading. In settings, the heading is next to the controls. */
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
