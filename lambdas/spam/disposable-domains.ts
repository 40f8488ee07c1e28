/**
 * Recognizes domains of disposable e-mail services. The list is large, so it is only loaded when a submission
 * contains an address.
 */
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

const domains: ReadonlySet<string> = disposableEmailBlocklistSet();

export const isDisposableDomain = (domain: string): boolean => domains.has(domain);
