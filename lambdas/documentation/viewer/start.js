// Starts Redoc on the page of the API reference.
/* global Redoc -- made by the script before this one */
Redoc.init(
  '/openapi',
  {
    // Everything is on one page, where the browser's own search finds it; Redoc's would need a worker.
    disableSearch: true,
    nativeScrollbars: true,
    expandResponses: '200,201',
    theme: {
      typography: {
        fontFamily: 'system-ui, sans-serif',
        headings: { fontFamily: 'system-ui, sans-serif' },
        code: { fontFamily: 'ui-monospace, monospace' },
      },
    },
  },
  document.getElementById('reference'),
);
