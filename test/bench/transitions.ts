/** Counts the retry state machine's transitions for deliveries that don't succeed at the first attempt. */
import { StateMachine } from 'aws-local-stepfunctions';
import { createDeliveries } from '../../lambdas/outbox/create-deliveries.ts';
import { retryLadderDefinition } from '../../lib/webhooks/retry-ladder-definition.ts';
import { startDeliveryChain, type DeliveryChain } from '../support/emulators/delivery-chain.ts';
import { startReceiver } from '../support/receivers/webhook-receiver.ts';
import { withAssembly } from './with-assembly.ts';

const ATTEMPTS = 5;

type MachineDefinition = ConstructorParameters<typeof StateMachine>[0];
type Input = Parameters<StateMachine['run']>[0];

export function benchTransitions(): Promise<void> {
  return withAssembly(async () => {
    const chain = await startDeliveryChain({ retryWaitsSeconds: [0.01, 0.01, 0.01, 0.01, 0.01] });
    for (let succeeds = 1; succeeds <= ATTEMPTS; succeeds += 1) {
      console.log(
        `succeeds at attempt ${succeeds}: ${await transitionsOf(chain, succeeds)} state transitions`,
      );
    }
    console.log(
      `fails at all ${ATTEMPTS} attempts: ${await transitionsOf(chain, Infinity)} state transitions`,
    );
    await chain.stop();
  });
}

/**
 * Returns the number of transitions for one delivery to an endpoint that responds with 500 until the given
 * attempt. Each retry of a state counts as one transition.
 */
async function transitionsOf(chain: DeliveryChain, succeedsAt: number): Promise<number> {
  const receiver = await startReceiver((count) => (count < succeedsAt ? 500 : 204));
  const webhook = await chain.newWebhook(receiver.url);
  const submission = await chain.newSubmission(webhook.owner_id);
  await createDeliveries({ ...submission, released: false }, chain.fanOutDeps);
  await chain.deliver(await chain.receive());
  let transitions = 0;
  for (let ladder = chain.ladders.shift(); ladder; ladder = chain.ladders.shift())
    transitions += await runLadder(chain, ladder.name, { ...ladder.first });
  await receiver.stop();
  return transitions;
}

/** Runs one execution of the retry state machine, and makes the delivery attempts that it requests. */
async function runLadder(chain: DeliveryChain, name: string, input: Input): Promise<number> {
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
