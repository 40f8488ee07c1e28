/** Bundles the account screens, which are loaded together. */
export { AccountScreen } from '../account/account-screen.tsx';
export { AppsScreen } from '../apps/apps-screen.tsx';
export { AuditScreen } from '../audit/audit-screen.tsx';
export { DataRequestScreen } from '../data-requests/data-request-screen.tsx';
export { DataRequestsScreen } from '../data-requests/data-requests-screen.tsx';
export { KeysScreen } from '../keys/keys-screen.tsx';
export { PeopleScreen } from '../people/people-screen.tsx';
export { UsageScreen } from '../usage/usage-screen.tsx';
