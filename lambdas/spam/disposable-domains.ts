/** The domains of services for throw-away addresses. The list is large, so it is loaded with the first post that has an address. */
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';

const domains: ReadonlySet<string> = disposableEmailBlocklistSet();

export const isDisposableDomain = (domain: string): boolean => domains.has(domain);
