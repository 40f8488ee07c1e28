/** Shows the HTML of a page or an e-mail in a frame that runs no scripts. */
import { useEffect, useRef, useState } from 'react';

/**
 * Replaces the content of the frame's document whenever `html` changes, so that the frame doesn't flicker and
 * keeps its scroll position. The initial document is loaded from the service with a content security policy
 * that allows the inline styles of e-mails. The console's own policy doesn't allow inline styles.
 */
export function PreviewFrame(props: {
  formId: string;
  title: string;
  html: string;
  language: string;
  scrollKey: string;
}) {
  const { formId, title, html, language, scrollKey } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    const root = isLoaded ? frame.current?.contentDocument?.documentElement : undefined;
    if (!root) return;
    root.innerHTML = html;
    root.lang = language;
  }, [html, language, isLoaded]);
  useEffect(() => {
    frame.current?.contentDocument?.documentElement.scrollTo(0, 0);
  }, [scrollKey]);
  return (
    <iframe
      ref={frame}
      className={`preview-frame${isLoaded ? '' : ' waiting'}`}
      title={title}
      src={`/v1/forms/${formId}/preview`}
      // `allow-same-origin` lets the console change the document. Without `allow-scripts`, the document can't
      // run any code.
      sandbox="allow-same-origin"
      onLoad={({ currentTarget }) => {
        // Disable links, because following one would replace the preview.
        currentTarget.contentDocument?.addEventListener('click', (event) => event.preventDefault());
        setIsLoaded(true);
      }}
    />
  );
}
