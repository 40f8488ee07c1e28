/** Throttles requests to an HTTP API stage with a token bucket. Each request uses one token. */
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
  /** Average number of requests per second. */
  readonly rate: number;
  /** Maximum number of requests in a burst. */
  readonly burst: number;
}

/** Returns the throttling settings of the template's stage. Without settings, requests are not limited. */
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
 * Returns a function that decides for each request whether the stage accepts it
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html).
 * @param now returns the milliseconds of a monotonic clock
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
