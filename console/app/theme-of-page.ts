/** Loaded before anything is painted: gives the page the theme that was chosen on this device. */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Storage is forbidden: the page follows the system.
}
