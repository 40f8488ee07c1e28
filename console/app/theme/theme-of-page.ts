/** Applies the theme selected on this device before the first paint. */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Storage is blocked, so the page uses the system's theme.
}
