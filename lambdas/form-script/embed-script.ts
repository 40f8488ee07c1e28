/**
 * Defines the script that adjusts a frame's height to the hosted page in it. In the hosted page, the script
 * sends the page's height to the surrounding website. On the website, it sets the height of the frame that
 * sent the message. If the frame then shows another page, for example a thank-you page, the script also
 * scrolls to the top of the frame.
 */
export const EMBED_SCRIPT = `(() => {
  const type = 'svc-forms:height';
  const root = document.documentElement;
  if (/\\/v1\\/f\\/[^/]+(\\/(page|thanks))?$/.test(location.pathname)) {
    if (parent === window) return;
    root.classList.add('framed');
    let isFirst = true;
    const tell = () => {
      parent.postMessage({ type, height: root.offsetHeight, isFirst }, '*');
      isFirst = false;
    };
    new ResizeObserver(tell).observe(root);
    addEventListener('message', ({ source }) => source === parent && tell());
    return;
  }
  const shown = new WeakSet();
  addEventListener('message', ({ source, origin, data }) => {
    if (!data || data.type !== type || !(data.height > 0 && data.height < 100000)) return;
    for (const frame of document.getElementsByTagName('iframe')) {
      if (frame.contentWindow !== source || new URL(frame.src, location).origin !== origin) continue;
      frame.style.height = Math.ceil(data.height) + 'px';
      if (data.isFirst && shown.has(frame) && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
      shown.add(frame);
    }
  });
  for (const frame of document.getElementsByTagName('iframe')) frame.contentWindow.postMessage({ type }, '*');
})();
`;
