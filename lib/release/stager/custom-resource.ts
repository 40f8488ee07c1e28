/** Parses CloudFormation's requests to a custom resource and sends the responses. */
import * as z from 'zod/mini';

const common = {
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
};

/** A request whose `ResourceProperties` match a schema. */
export const requestWith = <P extends z.ZodMiniType, O extends z.ZodMiniType>(
  ResourceProperties: P,
  OldResourceProperties: O,
) =>
  z.discriminatedUnion('RequestType', [
    z.object({ ...common, RequestType: z.literal('Create'), ResourceProperties }),
    z.object({ ...common, RequestType: z.literal('Update'), ResourceProperties, OldResourceProperties }),
    z.object({ ...common, RequestType: z.literal('Delete'), ResourceProperties }),
  ]);

/** URL to send the response to. */
const addressed = z.object(common);

/** CloudFormation limits a response to 4,096 bytes. */
const MAX_REASON = 1_000;
const TRIES = 3;

/**
 * Runs `work` and sends the result to CloudFormation. If `work` fails, the error message appears in the
 * stack's events.
 * @param id the resource's physical id. It never changes, so an update never replaces the resource
 * @param work returns the attributes for `Fn::GetAtt`
 * @throws Error if CloudFormation can't be reached, so that Lambda retries the invocation
 */
export async function answer(
  event: unknown,
  id: string,
  work: () => Promise<Record<string, string>>,
): Promise<void> {
  const { ResponseURL, StackId, RequestId, LogicalResourceId } = addressed.parse(event);
  const sent = { StackId, RequestId, LogicalResourceId, PhysicalResourceId: id };
  let result: Record<string, unknown>;
  try {
    result = { Status: 'SUCCESS', Data: await work() };
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
