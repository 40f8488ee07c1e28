/** The throttling of an HTTP API's stage: a bucket of tokens, one for each request. */
import * as z from 'zod';
import type { Stack } from '../template/stack.ts';

const stage = z.object({
  DefaultRouteSettings: z
    .object({
      ThrottlingRateLimit: z.coerce.number().optional(),
      ThrottlingBurstLimit: z.coerce.number().optional(),
    })
    .default({}),
});

export interface Throttle {
  /** Requests a second, in the long run. */
  readonly rate: number;
  /** Requests at once. */
  readonly burst: number;
}

/** What the template's stage sets; without a limit where it sets none. */
export function throttleOf(stack: Stack): Throttle {
  const [{ properties } = { properties: stage.parse({}) }] = stack.resources(
    ['AWS::ApiGatewayV2::Stage'],
    stage,
  );
  const { ThrottlingRateLimit: rate = Infinity, ThrottlingBurstLimit: burst = rate } =
    properties.DefaultRouteSettings;
  return { rate, burst };
}

/**
 * Whether the stage lets a request through, asked for each of them
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html).
 * @param now milliseconds of a clock that only goes forward
 */
export function tokenBucket({ rate, burst }: Throttle, now: () => number): () => boolean {
  let tokens = burst;
  let filledAt = now();
  return () => {
    const at = now();
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * rate);
    filledAt = at;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
