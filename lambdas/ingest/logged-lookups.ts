/** Adds the form, the account and the key of a post to the request's line in the log, also of one that is refused. */
import type { LogSubject } from '../http/log-subject.ts';
import { logSubjectOf } from '../http/log-subject.ts';
import type { PreflightStore } from './preflight.ts';

/** The same stores, which log what they find. */
export function loggedLookups<Stores extends PreflightStore>(
  stores: Stores,
  logWith: (subject: LogSubject) => void,
): Stores {
  return {
    ...stores,
    async findForm(name) {
      const form = await stores.findForm(name);
      if (form) logWith({ account_id: form.account_id, form_id: form.form_id });
      return form;
    },
    async loadAccountState(query) {
      const state = await stores.loadAccountState(query);
      // A key of another account is refused; the line names the form's account then.
      if (state.principal) logWith({ ...logSubjectOf(state.principal), account_id: query.accountId });
      return state;
    },
  };
}
