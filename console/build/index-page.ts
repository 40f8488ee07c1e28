/** The one HTML page of the console; the names of its files are known once they are bundled. */

export interface IndexPageFiles {
  /** Where the files are, with a slash at the end. */
  readonly assets: string;
  readonly theme: string;
  readonly main: string;
  readonly styles: string;
  readonly icon: string;
  readonly font: string;
  /** Scripts that the main one imports: asked for at once, and not only when it is read. */
  readonly preloaded: readonly string[];
}

/**
 * The style sheet has the id by which React Aria looks for its own rule for touches, so that it adds no `<style>`, which
 * the policy would refuse. The theme's script is small and blocks, so that a dark page never flashes white.
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
<noscript>The console needs JavaScript. Everything that it does can also be done with the API: <a href="/docs">/docs</a>.</noscript>
</body>
</html>
`;
}
