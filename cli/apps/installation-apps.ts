/**
 * Registers, lists, changes and deletes apps for the whole installation, which members of every account can
 * authorize.
 */
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { appReader, appStore } from '../../lambdas/apps/app-store.ts';
import {
  changedApp,
  newApp,
  newAppSecret,
  rotatedApp,
  toAppView,
  type AppInput,
  type AppPatch,
  type AppView,
} from '../../lambdas/apps/app.ts';
import type { AuditEventView } from '../../lambdas/audit/audit-event.ts';
import { auditReader } from '../../lambdas/audit/audit-log-store.ts';
import { deleteItems } from '../../lambdas/aws/batch-delete.ts';
import type { Clock } from '../../lambdas/core/clock.ts';
import { INSTALLATION, ownerOfApp } from '../../lambdas/core/ids.ts';
import type { RandomBytes } from '../../lambdas/core/random.ts';
import { operatorAudit } from '../operator-audit.ts';
import { NoSecretOfPublicApp, NoSuchApp } from '../operator-errors.ts';
import type { ServiceConnection } from '../service-connection.ts';

/** Number of apps to read per page. */
const PAGE = 100;
/** Maximum number of audit log entries to show. */
const LOG_ROWS = 100;

const connectionKey = z.object({ account_id: z.string(), connection_id: z.string() });

/** Returns functions that manage an installation's apps. */
export function installationApps(service: ServiceConnection, now: Clock, random: RandomBytes) {
  const { db, tables } = service;
  const apps = { ...appReader(db, tables.oauthClients), ...appStore(db, tables) };
  const audit = operatorAudit(service, now, random);
  const rowOf = (action: string, id: string) =>
    audit.rowOf(INSTALLATION, action, { target: { type: 'oauth_client', id } });

  /** @throws NoSuchApp for an account's app, because the account's owners manage it */
  function assertOfInstallation(id: string): void {
    if (ownerOfApp(id) !== INSTALLATION) throw new NoSuchApp(id);
  }

  return {
    /** Registers an app. Only this result contains a confidential app's secret. */
    async create(input: AppInput): Promise<AppView & { secret?: string }> {
      const { secret, stored } = newApp(INSTALLATION, input, now(), random);
      await apps.create(stored, rowOf('createOauthClient', stored.client_id));
      return { ...toAppView(stored, now()), ...(secret !== undefined && { secret }) };
    },

    /** Lists all of the installation's apps, newest first. */
    async list(): Promise<AppView[]> {
      const found: AppView[] = [];
      let after: string | undefined;
      do {
        const page = await apps.list(INSTALLATION, PAGE, after);
        found.push(...page.rows.map((row) => toAppView(row, now())));
        after = page.next;
      } while (after !== undefined);
      return found;
    },

    /**
     * Changes an app's name, logo or redirect URIs.
     * @throws NoSuchApp
     */
    async update(id: string, patch: AppPatch): Promise<AppView> {
      assertOfInstallation(id);
      const changed = await apps.change(
        id,
        (before) => changedApp(before, patch, now()),
        () => rowOf('updateOauthClient', id),
      );
      if (!changed) throw new NoSuchApp(id);
      return toAppView(changed, now());
    },

    /**
     * Creates a new secret for an app. The previous secret is accepted for another 24 hours.
     * @throws NoSuchApp, NoSecretOfPublicApp
     */
    async rotate(id: string): Promise<AppView & { secret: string }> {
      assertOfInstallation(id);
      const secret = newAppSecret(random);
      const rotated = await apps.change(
        id,
        (before) => {
          if (before.type === 'public') throw new NoSecretOfPublicApp(id);
          return rotatedApp(before, secret, now());
        },
        () => rowOf('rotateOauthClientSecret', id),
      );
      if (!rotated) throw new NoSuchApp(id);
      return { ...toAppView(rotated, now()), secret };
    },

    /**
     * Deletes an app. Its connections stop working immediately in all accounts, and are then deleted from the
     * table. If the deletion is interrupted, run it again, even if the app no longer exists.
     * @returns the number of deleted connections
     * @throws NoSuchApp if neither the app nor any connections to it exist
     */
    async delete(id: string): Promise<{ connections: number }> {
      assertOfInstallation(id);
      const removed = await apps.remove(id, undefined, () => rowOf('deleteOauthClient', id));
      const connections = await clearConnections(id);
      if (!removed && connections === 0) throw new NoSuchApp(id);
      return { connections };
    },

    /**
     * Returns the latest 100 changes that operators made to the installation's apps, newest first.
     */
    async log(): Promise<readonly AuditEventView[]> {
      const matches = ({ target }: AuditEventView): boolean => target.type === 'oauth_client';
      const selection = { matches, isFiltered: true };
      const reader = auditReader(db, tables.auditEvents, now);
      return (await reader.list(INSTALLATION, selection, LOG_ROWS, undefined)).rows;
    },
  };

  /** Deletes the app's connections. Scans the table, because connections can't be listed by app. */
  async function clearConnections(clientId: string): Promise<number> {
    let cleared = 0;
    const pages = paginateScan(
      { client: db },
      {
        TableName: tables.connections,
        ProjectionExpression: 'account_id, connection_id',
        FilterExpression: 'client_id = :app',
        ExpressionAttributeValues: { ':app': clientId },
        ConsistentRead: true,
      },
    );
    for await (const { Items } of pages) {
      const keys = connectionKey.array().parse(Items ?? []);
      await deleteItems(db, tables.connections, keys);
      cleared += keys.length;
    }
    return cleared;
  }
}
