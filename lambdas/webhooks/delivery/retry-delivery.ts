/** One rung of the retry ladder: makes the attempt that is due and tells the ladder when the next one is. */
import { dynamoDocuments } from '../../aws/dynamodb.ts';
import { rung, type Rung } from './retry-ladder-client.ts';
import { advance, type AttemptPorts, type DeliveryRules } from './attempt.ts';
import { sendingParts } from './delivery-deps.ts';

/** The ladder goes on until `done`. */
export type Climbed = Rung & { readonly done: boolean };

/** Makes the attempt of this rung; asked twice, it is made once. */
export function retry({ ports, rules }: { ports: AttemptPorts; rules: DeliveryRules }) {
  return async (input: unknown): Promise<Climbed> => {
    const { delivery_id, next_attempt_at } = rung.parse(input);
    const standing = await advance(delivery_id, ports, rules);
    if (standing.state === 'ended') return { delivery_id, next_attempt_at, done: true };
    return { delivery_id, next_attempt_at: standing.at, done: false };
  };
}

export const handler = retry(sendingParts(dynamoDocuments()));
