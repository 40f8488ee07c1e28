/** Bundles the screens that people use every day, which are loaded together. */
export { FormsScreen } from '../forms/forms-screen.tsx';
export { InboxScreen } from '../inbox/inbox-screen.tsx';
