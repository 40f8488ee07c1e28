/**
 * Creates custom resources by invoking their functions, as CloudFormation does during a deployment. CDK's own
 * custom resources are skipped, because they only manage buckets that the runner creates itself.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Functions } from '../functions/functions.ts';
import { listenOnLoopback } from '../http/loopback-server.ts';
import { RunnerError } from '../runner-error.ts';
import type { Stack } from '../template/stack.ts';

/** A function's response to CloudFormation. */
const response = z.discriminatedUnion('Status', [
  z.object({
    Status: z.literal('SUCCESS'),
    PhysicalResourceId: z.string(),
    Data: z.record(z.string(), z.string()).default({}),
  }),
  z.object({ Status: z.literal('FAILED'), Reason: z.string() }),
]);

/** A custom resource as recorded in the runner's journal. */
const recorded = z.object({
  PhysicalResourceId: z.string(),
  Data: z.record(z.string(), z.string()),
  properties: z.record(z.string(), z.unknown()),
});
type Recorded = z.infer<typeof recorded>;

export interface Provider {
  readonly stack: Stack;
  readonly functions: Functions;
  readonly journal: DatabaseSync;
}

/**
 * Creates all custom resources of one type, and updates those that have changed since the last start. Their
 * attributes are then available to the rest of the template.
 * @throws RunnerError with the function's reason if a resource can't be created
 */
export async function applyCustomResources(
  type: 'Custom::FirstAccount' | 'Custom::StagedAssets',
  { stack, functions, journal }: Provider,
): Promise<void> {
  journal.exec('CREATE TABLE IF NOT EXISTS custom_resources (id TEXT PRIMARY KEY, resource TEXT NOT NULL)');
  for (const { logicalId, properties } of stack.customResources(type)) {
    const row = journal.prepare('SELECT resource FROM custom_resources WHERE id = ?').get(logicalId);
    const before = row && recorded.parse(JSON.parse(String(row['resource'])));
    const isUnchanged = before !== undefined && isDeepStrictEqual(before.properties, properties);
    const after = isUnchanged
      ? before
      : await request({ type, logicalId, properties, before }, { stack, functions });
    journal
      .prepare('INSERT OR REPLACE INTO custom_resources VALUES (?, ?)')
      .run(logicalId, JSON.stringify(after));
    stack.setAttributes(logicalId, { ref: after.PhysicalResourceId, attributes: after.Data });
  }
}

interface Change {
  readonly type: string;
  readonly logicalId: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Undefined for a new resource. */
  readonly before: Recorded | undefined;
}

/** Invokes the resource's function, and waits for its response. */
async function request(
  { type, logicalId, properties, before }: Change,
  { stack, functions }: Pick<Provider, 'stack' | 'functions'>,
): Promise<Recorded> {
  let body: unknown;
  const server = createServer((message, reply) => {
    void json(message).then((sent) => {
      body = sent;
      reply.end();
    });
  });
  const listening = await listenOnLoopback(server);
  try {
    const fn = functions.find(z.string().parse(properties['ServiceToken']), logicalId);
    const { error } = await fn.invoke({
      RequestType: before === undefined ? 'Create' : 'Update',
      ResponseURL: `${listening.endpoint}/${logicalId}`,
      StackId: stack.id,
      RequestId: randomUUID(),
      ResourceType: type,
      LogicalResourceId: logicalId,
      ResourceProperties: properties,
      ...(before && {
        PhysicalResourceId: before.PhysicalResourceId,
        OldResourceProperties: before.properties,
      }),
    });
    if (error) throw new RunnerError(`${logicalId}: ${error.errorMessage}`);
    const answered = response.parse(body);
    if (answered.Status === 'FAILED') throw new RunnerError(`${logicalId}: ${answered.Reason}`);
    return { PhysicalResourceId: answered.PhysicalResourceId, Data: answered.Data, properties };
  } finally {
    await listening.stop();
  }
}
