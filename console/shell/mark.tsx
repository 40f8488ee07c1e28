/**
 * Renders the logo: two form fields and the data that they send. `mark.svg` is the same image for the browser
 * tab.
 */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="none" aria-hidden className="mark">
      <rect width="24" height="24" rx="6.5" />
      <path d="M6.5 7.75h11M6.5 12h6.5" strokeWidth="2.25" strokeLinecap="round" />
      <circle cx="16.5" cy="15.75" r="2.25" />
    </svg>
  );
}
