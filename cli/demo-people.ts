/** Lists the demo account's members and their roles. */

export interface DemoPerson {
  readonly name: string;
  readonly email: string;
  readonly role: 'owner' | 'editor' | 'viewer';
}

/** The demo account's members, who can sign in at the local issuer. */
export const demoPeople: readonly DemoPerson[] = [
  { name: 'Olivia Owner', email: 'owner@example.com', role: 'owner' },
  { name: 'Edgar Editor', email: 'editor@example.com', role: 'editor' },
  { name: 'Vera Viewer', email: 'viewer@example.com', role: 'viewer' },
];
