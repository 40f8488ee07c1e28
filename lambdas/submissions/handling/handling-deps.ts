/** Creates the stores that check member and label ids, and the reader that looks up the names. */
import type { DocumentClient } from '../../aws/dynamodb.ts';
import { labelStore } from '../labels/label-store.ts';
import { assigneeStore } from './assignee-store.ts';
import type { HandlingDeps } from './checked-change.ts';
import type { NameReader } from './names.ts';

interface Tables {
  readonly ACCOUNTS_TABLE: string;
  readonly MEMBERS_TABLE: string;
}

export function handlingDeps(db: DocumentClient, { ACCOUNTS_TABLE, MEMBERS_TABLE }: Tables): HandlingDeps {
  return { labels: labelStore(db, ACCOUNTS_TABLE), assignees: assigneeStore(db, MEMBERS_TABLE) };
}

/**
 * Creates a name reader. Names are never cached, so a deleted label or a removed member disappears
 * immediately.
 */
export function nameReader(db: DocumentClient, { ACCOUNTS_TABLE, MEMBERS_TABLE }: Tables): NameReader {
  const labels = labelStore(db, ACCOUNTS_TABLE);
  const assignees = assigneeStore(db, MEMBERS_TABLE);
  return {
    async namesOf(accountId, submissions) {
      const assigned = submissions.flatMap(({ assignee }) => assignee ?? []);
      const isLabelled = submissions.some(({ labels }) => labels !== undefined);
      const [found, members] = await Promise.all([
        isLabelled ? labels.find(accountId) : [],
        assigned.length > 0 ? assignees.findAll(accountId, assigned) : [],
      ]);
      return {
        labels: new Map(found.map((each) => [each.id, each])),
        assignees: new Map(members.map(({ id, name }) => [id, { id, name }])),
      };
    },
  };
}
