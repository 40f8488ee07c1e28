/** Screens that people use all day, loaded as one bundle. */
export { FormsScreen } from '../forms/forms-screen.tsx';
export { InboxScreen } from '../inbox/inbox-screen.tsx';
