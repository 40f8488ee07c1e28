/**
 * Recognizes domains of disposable e-mail services. The list of domains is large, so it is only loaded when a
 * submission contains an e-mail address.
 */
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

const domains: ReadonlySet<string> = disposableEmailBlocklistSet();

export const isDisposableDomain = (domain: string): boolean => domains.has(domain);
