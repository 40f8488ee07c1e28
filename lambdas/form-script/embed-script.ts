/**
 * The script that gives a frame with a hosted page the height of the page. In the page, it tells the height to the
 * website around the frame. On the website, it sets the height of the frame that a message comes from. If the frame
 * shows another page after that, for example a thank-you page, it also scrolls to the beginning of the frame.
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
