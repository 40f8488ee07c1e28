/**
 * Counts how often a chain of requests has invoked a function, as Lambda does to detect recursive loops. The
 * count is in the trace header, which the AWS SDK adds to a function's calls and SQS stores with each
 * message.
 */
import { createHash, randomBytes } from 'node:crypto';

/**
 * Maximum invocations of a function in one chain. Lambda stops the next one (AWS: "Use Lambda recursive loop
 * detection to prevent infinite loops").
 */
export const MAX_INVOCATIONS = 16;

export interface RequestChain {
  /** The trace header for the invocation, which continues the chain. */
  readonly traceHeader: string;
  /** Invocations of the function in this chain, including this one. */
  readonly invocations: number;
}

/**
 * Continues a chain with an invocation of this function. If a batch contains several chains, continues the one
 * that has invoked the function most often. AWS doesn't document which one Lambda takes.
 * @param traceHeaders trace headers of the messages that cause the invocation; if empty, a new chain starts
 */
export function continueChain(traceHeaders: readonly string[], functionArn: string): RequestChain {
  const id = createHash('sha256').update(functionArn).digest('hex').slice(0, 8);
  const [longest] = traceHeaders
    .map((text) => ({ root: fieldOf(text, 'Root'), lineage: lineageOf(text) }))
    .toSorted((a, b) => (b.lineage.get(id) ?? -1) - (a.lineage.get(id) ?? -1));
  const lineage = new Map(longest?.lineage);
  const before = lineage.get(id) ?? -1;
  lineage.set(id, before + 1);
  const fields = {
    Root: longest?.root ?? newRoot(),
    Parent: randomBytes(8).toString('hex'),
    Sampled: '0',
    Lineage: Array.from(lineage, ([fn, count]) => `${fn}:${count}`).join('|'),
  };
  const traceHeader = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
  return { traceHeader, invocations: before + 2 };
}

/**
 * Returns the function ids in a trace header, each with its number of earlier invocations. The format is
 * `Lineage=a87bd80c:1|68fd508a:5` (AWS: "Tracing header").
 */
function lineageOf(traceHeader: string): Map<string, number> {
  const parts = (fieldOf(traceHeader, 'Lineage') ?? '').matchAll(/([0-9a-f]{8}):(\d+)/g);
  return new Map(Array.from(parts, ([, fn = '', count]) => [fn, Number(count)]));
}

function fieldOf(traceHeader: string, name: string): string | undefined {
  return traceHeader
    .split(';')
    .find((field) => field.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

function newRoot(): string {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return `1-${seconds}-${randomBytes(12).toString('hex')}`;
}
