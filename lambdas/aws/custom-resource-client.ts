/**
 * Parses CloudFormation's requests to a custom resource and sends the responses. A function that never
 * responds blocks the deployment until the resource's `ServiceTimeout`, so this module also reports failures.
 */
import * as z from 'zod/mini';

const common = {
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
};
/** CloudFormation also sends the resource's physical id, except when it creates the resource. */
const existing = { ...common, PhysicalResourceId: z.string() };

/** A request with `ResourceProperties` that match a schema. */
export const requestWith = <P extends z.ZodMiniType, O extends z.ZodMiniType>(
  ResourceProperties: P,
  OldResourceProperties: O,
) =>
  z.discriminatedUnion('RequestType', [
    z.object({ ...common, RequestType: z.literal('Create'), ResourceProperties }),
    z.object({ ...existing, RequestType: z.literal('Update'), ResourceProperties, OldResourceProperties }),
    z.object({ ...existing, RequestType: z.literal('Delete'), ResourceProperties }),
  ]);

/** URL to send the response to. */
const addressed = z.object({ ...common, PhysicalResourceId: z.optional(z.string()) });

/** CloudFormation limits a response to 4,096 bytes (AWS: "Custom resource response objects"). */
const MAX_REASON = 1_000;
const TRIES = 3;

export interface Result {
  /**
   * A new resource's physical id. An existing resource keeps its id, because a different id would replace the
   * resource.
   */
  readonly id?: string;
  /** Attributes for `Fn::GetAtt`. */
  readonly data: Readonly<Record<string, string>>;
}

/**
 * Runs `work` and sends the result to CloudFormation. If `work` fails, the error message appears in the
 * stack's events.
 * @param defaultId returns the physical id for a new resource if `work` doesn't return one
 * @throws Error if CloudFormation can't be reached, so that Lambda retries the invocation
 */
export async function answer(
  event: unknown,
  defaultId: (stackId: string) => string,
  work: () => Promise<Result>,
): Promise<void> {
  const { ResponseURL, PhysicalResourceId: ofEvent, ...request } = addressed.parse(event);
  const PhysicalResourceId = ofEvent ?? defaultId(request.StackId);
  const sent = { ...request, PhysicalResourceId };
  let result: Record<string, unknown>;
  try {
    const { id, data } = await work();
    result = {
      Status: 'SUCCESS',
      Data: data,
      ...(ofEvent === undefined && id !== undefined && { PhysicalResourceId: id }),
    };
  } catch (error) {
    // Log the complete error, because CloudFormation only shows its message.
    console.error(error);
    const message = error instanceof Error ? error.message : String(error);
    result = { Status: 'FAILED', Reason: message.slice(0, MAX_REASON) };
  }
  const body = JSON.stringify({ ...sent, ...result });
  for (let tries = 1; ; tries += 1) {
    // The URL is presigned without a content type, so `fetch` must not add one.
    const response = await fetch(ResponseURL, { method: 'PUT', body: Buffer.from(body) });
    if (response.ok) return;
    if (tries === TRIES) throw new Error(`CloudFormation responded with status ${response.status}`);
  }
}
