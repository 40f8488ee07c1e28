/**
 * The script that gives a frame with a hosted page the height of the page. In the page, it tells the height to the
 * website around the frame. On the website, it sets the height of the frame that a message comes from.
 */
export const EMBED_SCRIPT = `(() => {
  const kind = 'svc-forms:height';
  if (window.parent !== window && /\\/v1\\/f\\/[^/]+(\\/page)?$/.test(location.pathname)) {
    const tell = () => window.parent.postMessage({ type: kind, height: document.querySelector('main').offsetHeight }, '*');
    new ResizeObserver(tell).observe(document.querySelector('main'));
    return;
  }
  addEventListener('message', ({ source, origin, data }) => {
    if (!data || data.type !== kind || !(data.height > 0 && data.height < 100000)) return;
    for (const frame of document.getElementsByTagName('iframe'))
      if (frame.contentWindow === source && new URL(frame.src, location).origin === origin)
        frame.style.height = Math.ceil(data.height) + 40 + 'px';
  });
})();
`;
