/** Decides whether an IP address is public, based on the IANA registries. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only block from which IANA assigns global unicast IPv6 addresses (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The well-known NAT64 prefix (RFC 6052). The last 32 bits contain the target's IPv4 address. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Returns true if this address belongs to the public internet.
 *
 * Rejects unknown addresses, and all blocks in the IANA special-purpose registries (RFC 6890 and its
 * updates). These include loopback, private, link-local, multicast and reserved addresses, and therefore the
 * cloud metadata service and Lambda's runtime API.
 *
 * IPv6 addresses can contain an IPv4 address. For mapped and NAT64 addresses, checks the IPv4 address,
 * because the socket connects to it. DNS64 returns NAT64 addresses in IPv6-only subnets. Always rejects 6to4,
 * Teredo and the local-use NAT64 block (RFC 8215), which are retired or private to a network.
 *
 * @param ip an address in its normal text form; anything else, including an address with a zone id, isn't
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
