/** Counts the state transitions of the retry ladder for deliveries that do not succeed at once. */
import { StateMachine } from 'aws-local-stepfunctions';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeliveries } from '../../lambdas/webhooks/delivery/create-deliveries.ts';
import { makeApp } from '../../lib/make-app.ts';
import { retryLadderDefinition } from '../../lib/retry-ladder-definition.ts';
import { startDeliveryChain, type DeliveryChain } from '../support/emulators/delivery-chain.ts';
import { startReceiver } from '../support/receivers/webhook-receiver.ts';

const ATTEMPTS = 5;

type MachineDefinition = ConstructorParameters<typeof StateMachine>[0];
type Input = Parameters<StateMachine['run']>[0];

export async function benchTransitions(): Promise<void> {
  const assembly = mkdtempSync(join(tmpdir(), 'svc-bench-assembly-'));
  (await makeApp({ 'svc:stage': 'test' }, assembly)).synth();
  Object.assign(process.env, { SVC_TEST_ASSEMBLY: assembly, POWERTOOLS_LOG_LEVEL: 'SILENT' });
  const chain = await startDeliveryChain({ retryWaitsSeconds: [0.01, 0.01, 0.01, 0.01, 0.01] });
  for (let succeeds = 1; succeeds <= ATTEMPTS; succeeds += 1) {
    console.log(`success at attempt ${succeeds}: ${await transitionsOf(chain, succeeds)} state transitions`);
  }
  console.log(
    `failure of all ${ATTEMPTS} attempts: ${await transitionsOf(chain, Infinity)} state transitions`,
  );
  await chain.stop();
  rmSync(assembly, { recursive: true, force: true });
}

/**
 * Those of one delivery to an endpoint that responds with 500 until this attempt; each retry of a state is one as
 * well.
 */
async function transitionsOf(chain: DeliveryChain, succeedsAt: number): Promise<number> {
  const receiver = await startReceiver((count) => (count < succeedsAt ? 500 : 204));
  const webhook = await chain.newWebhook(receiver.url);
  const submission = await chain.newSubmission(webhook.form_id);
  await createDeliveries({ ...submission, released: false }, chain.fanOutDeps);
  await chain.deliver(await chain.receive());
  let transitions = 0;
  for (let rung = chain.ladders.shift(); rung; rung = chain.ladders.shift())
    transitions += await climb(chain, rung.name, { ...rung.first });
  await receiver.stop();
  return transitions;
}

/** Runs one execution, and has the attempt made that it asks for. */
async function climb(chain: DeliveryChain, name: string, input: Input): Promise<number> {
  const definition: unknown = retryLadderDefinition(
    'https://sqs.us-east-1.amazonaws.com/0/deliveries',
    'aws',
  );
  const messages: unknown[] = [];
  const { eventLogs, result } = new StateMachine(definition as MachineDefinition).run(input, {
    context: { Execution: { Id: 'arn', Name: name } },
    overrides: {
      taskResourceLocalHandlers: {
        'Ask for the attempt': (given) => {
          messages.push((given as { MessageBody: unknown }).MessageBody);
          return Promise.resolve({});
        },
      },
    },
  });
  let transitions = 0;
  for await (const { type } of eventLogs) {
    if (type === 'StateEntered' || type === 'StateRetried') transitions += 1;
  }
  await result;
  await chain.deliver(messages.map((body) => ({ body: JSON.stringify(body), receiptHandle: 'none' })));
  return transitions;
}
