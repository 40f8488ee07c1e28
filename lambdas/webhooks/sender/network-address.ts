/** Decides whether an IP address is public, from the registries of IANA. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** RFC 4291 section 2.4, IANA: the only block from which global unicast IPv6 is given out. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** RFC 6052: the well-known NAT64 prefix. Its last 32 bits are the IPv4 address that is reached. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether this address is one of the public internet.
 *
 * Every block of the IANA special-purpose registries (RFC 6890 and its updates) is refused: loopback,
 * private, link-local (the cloud's metadata and Lambda's runtime API live there), carrier-grade NAT,
 * documentation, benchmarking, multicast, broadcast, reserved. Unknown means refused.
 *
 * IPv6 that carries an IPv4 address: mapped and NAT64 are judged by the address inside, since that is where
 * the connection ends (DNS64 answers with the latter in IPv6-only subnets). 6to4, Teredo and the local-use
 * NAT64 block (RFC 8215) are refused whatever they carry: they are retired or private to a network.
 *
 * @param ip an address in its normal text form; anything else, a zone id included, is not public
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes('%')) return false;
  const address = ipaddr.parse(ip);
  if (address instanceof ipaddr.IPv4) return isPublicIpv4(address);
  if (address.isIPv4MappedAddress()) return isPublicIpv4(address.toIPv4Address());
  if (address.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST);
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast';
}
