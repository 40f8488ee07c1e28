/** The people of the demo account: who they are, and what they may do there. */

export interface DemoPerson {
  readonly name: string;
  readonly email: string;
  readonly role: 'owner' | 'editor' | 'viewer';
}

/** The local issuer signs them in, and the demo account has them as its members. */
export const demoPeople: readonly DemoPerson[] = [
  { name: 'Olivia Owner', email: 'owner@example.com', role: 'owner' },
  { name: 'Edgar Editor', email: 'editor@example.com', role: 'editor' },
  { name: 'Vera Viewer', email: 'viewer@example.com', role: 'viewer' },
];
