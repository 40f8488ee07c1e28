/** The members of the demo account and their roles. */

export interface DemoPerson {
  readonly name: string;
  readonly email: string;
  readonly role: 'owner' | 'editor' | 'viewer';
}

/** The local issuer signs them in, and they are members of the demo account. */
export const demoPeople: readonly DemoPerson[] = [
  { name: 'Olivia Owner', email: 'owner@example.com', role: 'owner' },
  { name: 'Edgar Editor', email: 'editor@example.com', role: 'editor' },
  { name: 'Vera Viewer', email: 'viewer@example.com', role: 'viewer' },
];
