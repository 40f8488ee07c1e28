/** Adds a request's form, account and key to its log line, even if the request is rejected. */
import type { LogSubject } from '../http/log-subject.ts';
import { logSubjectOf } from '../auth/logged-callers.ts';
import type { PreflightStore } from './preflight.ts';

/** Wraps the stores so that the form, account and key they find are added to the request's log line. */
export function loggedLookups<Stores extends PreflightStore>(
  stores: Stores,
  logWith: (subject: LogSubject) => void,
): Stores {
  const logged = async (unit: 'quota' | 'address', release: Promise<void>): Promise<void> => {
    try {
      await release;
    } catch (error) {
      logWith({ not_given_back: unit });
      throw error;
    }
  };
  return {
    ...stores,
    async findForm(name) {
      const form = await stores.findForm(name);
      if (form) logWith({ account_id: form.account_id, form_id: form.form_id });
      return form;
    },
    async lookUp(query) {
      const found = await stores.lookUp(query);
      // Don't replace the form's account in the log line. Requests with another account's key are rejected
      // anyway.
      if (found.principal) {
        const { account_id: _, ...principal } = logSubjectOf(found.principal);
        logWith(principal);
      }
      return found;
    },
    giveBackQuota: (unit) => logged('quota', stores.giveBackQuota(unit)),
    giveBackOfDay: (counts) => logged('address', stores.giveBackOfDay(counts)),
  };
}
