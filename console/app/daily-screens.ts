/** Bundles the most frequently used screens, which are loaded together. */
export { FormsScreen } from '../forms/forms-screen.tsx';
export { InboxScreen } from '../inbox/inbox-screen.tsx';
