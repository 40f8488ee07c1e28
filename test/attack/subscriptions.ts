/** Attacks the events for agents with a thousand subscriptions at once. Only 20 of them may remain. */
import { startAgentCallback } from '../support/receivers/agent-callback.ts';
import { agentRequest } from '../support/service/agent.ts';
import type { Target } from './target.ts';

const AT_ONCE = 1000;
/** Maximum number of subscriptions of a key. */
const MAX = 20;
/** The error of a subscription that exceeds a limit. */
const LIMIT_REACHED = -32_013;

export async function attackSubscriptions(target: Target): Promise<void> {
  const { baseUrl, outputs } = target.service;
  const callback = await startAgentCallback();
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const subscribe = async (number: number): Promise<string> => {
    const delivery = { mode: 'webhook', url: `${callback.url}?${number}`, secret };
    const params = { name: 'submission.created', arguments: {}, delivery, cursor: null };
    const { body, headers } = agentRequest('events/subscribe', params, number);
    const response = await fetch(new URL('/mcp', baseUrl), {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        authorization: `Bearer ${outputs.management_key}`,
      },
      body: JSON.stringify(body),
    });
    const { result, error } = (await response.json()) as { result?: object; error?: { code: number } };
    return result ? 'subscribed' : String(error?.code ?? response.status);
  };
  try {
    const before = target.cpuSeconds();
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => subscribe(number)));
    const counts = Object.entries(Object.groupBy(answers, (answer) => answer)).map(
      ([answer, of]) => `${of?.length ?? 0} ${answer}`,
    );
    const { body } = await target.service.manage('GET', '/v1/webhooks?scope=all&limit=100');
    const remaining = (body.data as { kind: string }[]).filter(({ kind }) => kind === 'mcp').length;
    target.print(
      `${AT_ONCE} subscriptions at once`,
      0,
      '',
      target.cpuSeconds() - before,
      undefined,
      counts.join(', '),
    );
    target.check(remaining === MAX, `agents: ${remaining} subscriptions remain instead of ${MAX}`);
    target.check(
      answers.every((answer) => answer === 'subscribed' || answer === String(LIMIT_REACHED)),
      `agents: ${counts.join(', ')} of ${AT_ONCE} subscriptions at once`,
    );
    target.check(
      callback.challenges.length <= 2 * MAX,
      `agents: ${callback.challenges.length} challenges were sent`,
    );
  } finally {
    await callback.stop();
  }
}
