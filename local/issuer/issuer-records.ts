/** Stores the local issuer's port, keys, sessions, codes and tokens in the runner's journal. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * Creates the issuer's tables. `npm start -- --fresh` drops them together with the journal's other tables.
 */
export function makeIssuerTables(journal: DatabaseSync): void {
  journal.exec(`
    CREATE TABLE IF NOT EXISTS issuer_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS issuer_records (
      model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, uid TEXT, grant_id TEXT, expires_at INTEGER,
      PRIMARY KEY (model, id)
    );
    DELETE FROM issuer_records WHERE expires_at < unixepoch();
  `);
}

/**
 * Returns an issuer setting, which is stored as JSON. If the setting doesn't exist, stores and returns the
 * result of `make`.
 */
export function storedSetting(journal: DatabaseSync, name: string, make: () => unknown): unknown {
  const row = journal.prepare('SELECT value FROM issuer_settings WHERE name = ?').get(name);
  if (row !== undefined) return JSON.parse(String(row['value']));
  const made = make();
  keepSetting(journal, name, made);
  return made;
}

/** Stores an issuer setting as JSON. */
export function keepSetting(journal: DatabaseSync, name: string, value: unknown): void {
  journal
    .prepare('INSERT OR REPLACE INTO issuer_settings (name, value) VALUES (?, ?)')
    .run(name, JSON.stringify(value));
}

/**
 * Returns a factory for the storage adapters that `oidc-provider` needs for each model. Every operation is a
 * single synchronous statement, so if two requests redeem a code at the same time, the second one finds that
 * it has already been used.
 */
export function issuerAdapter(journal: DatabaseSync): (model: string) => Adapter {
  const find = (condition: string, ...values: string[]): AdapterPayload | undefined => {
    const row = journal
      .prepare(
        `SELECT payload FROM issuer_records WHERE ${condition} AND (expires_at IS NULL OR expires_at > unixepoch())`,
      )
      .get(...values);
    return row === undefined ? undefined : payloadOf(row['payload']);
  };
  return (model) => ({
    upsert: (id, payload, expiresIn) => {
      const expiresAt = expiresIn === undefined ? null : Math.floor(Date.now() / 1000) + expiresIn;
      journal
        .prepare('INSERT OR REPLACE INTO issuer_records VALUES (?, ?, ?, ?, ?, ?)')
        .run(model, id, JSON.stringify(payload), payload.uid ?? null, payload.grantId ?? null, expiresAt);
      return Promise.resolve();
    },
    find: (id) => Promise.resolve(find('model = ? AND id = ?', model, id)),
    findByUid: (uid) => Promise.resolve(find('model = ? AND uid = ?', model, uid)),
    // User codes only exist in device flows, which the issuer doesn't support.
    findByUserCode: () => Promise.resolve(undefined),
    consume: (id) => {
      journal
        .prepare(
          "UPDATE issuer_records SET payload = json_set(payload, '$.consumed', unixepoch()) WHERE model = ? AND id = ?",
        )
        .run(model, id);
      return Promise.resolve();
    },
    destroy: (id) => {
      journal.prepare('DELETE FROM issuer_records WHERE model = ? AND id = ?').run(model, id);
      return Promise.resolve();
    },
    revokeByGrantId: (grantId) => {
      journal.prepare('DELETE FROM issuer_records WHERE model = ? AND grant_id = ?').run(model, grantId);
      return Promise.resolve();
    },
  });
}

/** Only `upsert` writes this text, so it needs no validation. */
function payloadOf(text: SQLOutputValue | undefined): AdapterPayload {
  return JSON.parse(String(text)) as AdapterPayload;
}
