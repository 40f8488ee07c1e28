/** Describes the agent tools at build time, so that functions don't convert schemas at startup. */
import * as z from 'zod';
import { tools } from './tools.ts';

/** The tools as `tools/list` returns them. */
export const TOOL_LIST = tools.map(({ name, title, description, hints, input, output }) => ({
  name,
  title,
  description,
  inputSchema: z.toJSONSchema(input, { io: 'input' }),
  outputSchema: z.toJSONSchema(output, { io: 'output' }),
  annotations: { title, ...hints },
}));
