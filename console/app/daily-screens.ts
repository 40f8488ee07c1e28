/** What one has open all day, loaded together. */
export { FormsScreen } from '../forms/forms-screen.tsx';
export { InboxScreen } from '../inbox/inbox-screen.tsx';
