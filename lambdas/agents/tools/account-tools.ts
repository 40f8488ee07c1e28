/** Defines the tool that returns information about the account and the caller. */
import * as z from 'zod';
import { accountView, callerView } from '../../people/caller-view.ts';
import { usageView } from '../../accounts/usage.ts';
import { lazy } from '../../core/lazy.ts';
import { READS, tool } from './tool.ts';

const me = lazy(() => callerView.pick({ type: true, id: true, name: true, scopes: true, account: true }));
const usage = lazy(() => usageView.pick({ period: true, submissions: true, uploads: true }));

export const getAccount = tool({
  name: 'get_account',
  title: 'Get the account',
  description:
    "Returns the account, its plan, this month's usage and the permissions of this connection. Call this first to find out which forms you can see and whether you can change anything.",
  scopes: [],
  hints: READS,
  input: () => z.strictObject({}),
  output: () =>
    z.object({
      account: accountView,
      caller: me().pick({ type: true, id: true, name: true }).describe('The key or connection that is used.'),
      scopes: me().shape.scopes.describe('What the connection may do: `read`, `write` and others.'),
      form_ids: z
        .array(z.string())
        .nullable()
        .describe('The forms that the connection can see. Null if it can see all forms.'),
      usage: usage().nullable().describe('Usage this month. Null without the scope `read`.'),
    }),
  async run(_args, { caller, run }) {
    const [found, used] = await Promise.all([
      run('getMe'),
      caller.scopes.includes('read') ? run('getUsage') : null,
    ]);
    const { account, scopes, type, id, name } = me().parse(found);
    return {
      account,
      caller: { type, id, name },
      scopes,
      form_ids: caller.form_ids?.slice() ?? null,
      usage: used === null ? null : usage().parse(used),
    };
  },
});
