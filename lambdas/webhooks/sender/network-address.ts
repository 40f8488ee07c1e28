/** Decides whether an IP address is public, based on the IANA registries. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The only block of global unicast IPv6 addresses from which IANA makes assignments (RFC 4291, section 2.4).
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The well-known NAT64 prefix (RFC 6052). The last 32 bits contain the IPv4 address of the target. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Returns true if this address belongs to the public internet.
 *
 * All blocks in the IANA special-purpose registries (RFC 6890 and its updates) are refused: loopback,
 * private, link-local (which includes cloud metadata and Lambda's runtime API), carrier-grade NAT,
 * documentation, benchmarking, multicast, broadcast, reserved. Unknown addresses are refused.
 *
 * IPv6 addresses can contain an IPv4 address. Mapped and NAT64 addresses are judged by their IPv4 address,
 * because that is where the connection ends (DNS64 returns NAT64 addresses in IPv6-only subnets). 6to4,
 * Teredo and the local-use NAT64 block (RFC 8215) are always refused, because they are retired or private to
 * a network.
 *
 * @param ip an address in its normal text form; anything else, including an address with a zone id, is not
 *   public
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
