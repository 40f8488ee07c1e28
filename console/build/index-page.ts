/**
 * Builds the console's only HTML page. Call it after bundling, because the page contains the names of the
 * bundled files.
 */

export interface IndexPageFiles {
  /** URL path of the assets, with a trailing slash. */
  readonly assets: string;
  readonly theme: string;
  readonly main: string;
  readonly styles: string;
  readonly icon: string;
  readonly font: string;
  /**
   * Scripts that the main script imports. The page preloads these scripts, so that they load before the main
   * script is parsed.
   */
  readonly preloaded: readonly string[];
}

/**
 * Returns the HTML page. The style sheet has the id that React Aria looks for. Without this id, React Aria
 * would add a `<style>` element, which the content security policy blocks. The theme script is small and
 * render-blocking, so that the dark theme never flashes white.
 */
export function indexPage({ assets, theme, main, styles, icon, font, preloaded }: IndexPageFiles): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Forms</title>
<script src="${assets}${theme}"></script>
<link rel="stylesheet" href="${assets}${styles}" id="react-aria-pressable-style">
<link rel="icon" type="image/svg+xml" href="${assets}${icon}">
<link rel="preload" as="font" type="font/woff2" href="${assets}${font}" crossorigin>
<script type="module" src="${assets}${main}"></script>
${preloaded.map((name) => `<link rel="modulepreload" href="${assets}${name}">`).join('\n')}
</head>
<body>
<div id="app"></div>
<noscript>The console needs JavaScript. You can also do everything with the API: <a href="/docs">/docs</a>.</noscript>
</body>
</html>
`;
}
