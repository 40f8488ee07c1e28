/**
 * Runs the tool that an agent calls. Checks the caller, the rate limit and the arguments, and builds the
 * result.
 */
import { asLine, checkPlainly, type PlainIssue } from '../../core/errors/plain-issues.ts';
import { InsufficientScope } from '../../core/errors/errors.ts';
import type { Caller } from '../../core/caller.ts';
import type { EventMethods } from '../events/event-answers.ts';
import { RpcError, rpcCodes } from '../protocol/rpc-error.ts';
import type { Members } from '../protocol/rpc-message.ts';
import { missingScope, type Tool, type ToolContext } from './tool.ts';
import { refusalText, toolError, toolResult, type ToolResult } from './tool-result.ts';

/** The caller, and the dependencies that tools can use. */
export interface Agent {
  readonly caller: Caller;
  readonly baseUrl: string;
  /**
   * Counts a call towards the caller's limit.
   * @returns the number of seconds to wait, or undefined if the caller is within the limit
   */
  readonly countCall: () => Promise<number | undefined>;
  /** Returns the dependencies that a tool can use. */
  readonly contextOf: (tool: string) => ToolContext;
  /** Loads the event methods. */
  readonly events: () => Promise<EventMethods>;
}

/** Maximum number of invalid arguments that a result lists. */
const MAX_ISSUES = 10;

/**
 * Runs a tool. Returns invalid arguments and rejections by the operation as results, so that the model can
 * correct its call.
 * @throws RpcError if there is no such tool for this caller
 * @throws InsufficientScope if the caller's access token lacks the tool's scope
 */
export async function callTool(all: readonly Tool[], params: Members, agent: Agent): Promise<ToolResult> {
  const tool = toolFor(all, params['name'], agent);
  const wait = await agent.countCall();
  if (wait !== undefined)
    return toolError(
      `Too many tool calls in this minute. Wait ${wait} seconds, then call ${tool.name} again.`,
    );
  const checked = checkPlainly(tool.input(), params['arguments'] ?? {});
  if (!checked.success) return toolError(wrongArguments(checked.issues, tool, agent));
  try {
    return toolResult(await tool.run(checked.data as never, agent.contextOf(tool.name)));
  } catch (error) {
    const text = refusalText(error, tool.names ?? {});
    if (text === undefined) throw error;
    return toolError(text);
  }
}

function wrongArguments(issues: readonly PlainIssue[], tool: Tool, { baseUrl }: Agent): string {
  const lines = issues.slice(0, MAX_ISSUES).map((issue) => asLine(issue).slice(0, 300));
  const isForPeople = issues.some(({ path }) => tool.onlyInConsole?.includes(String(path[0])));
  const hint = isForPeople
    ? ` No tool changes this setting. A person can, in the console: ${baseUrl}/console/forms`
    : '';
  return `Change these arguments: ${lines.join('; ')}.${hint}`;
}

function toolFor(all: readonly Tool[], name: unknown, { caller, baseUrl }: Agent): Tool {
  if (typeof name !== 'string')
    throw new RpcError(
      rpcCodes.invalidParams,
      'params.name must be the name of a tool, for example list_forms',
    );
  const tool = all.find((each) => each.name === name);
  const missing = tool && missingScope(caller, tool);
  if (tool && missing === undefined) return tool;
  if (missing !== undefined && caller.type !== 'key') throw new InsufficientScope(missing);
  throw new RpcError(
    rpcCodes.invalidParams,
    `This connection has no tool "${name.slice(0, 100)}". Call tools/list to see its tools. For anything else, ask the person to use the console: ${baseUrl}/console`,
  );
}
