/**
 * Recognizes the domains of disposable e-mail services. The list is large, so it is loaded with the first
 * post that contains an address.
 */
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

const domains: ReadonlySet<string> = disposableEmailBlocklistSet();

export const isDisposableDomain = (domain: string): boolean => domains.has(domain);
