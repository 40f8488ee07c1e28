import { isPublicAddress } from '../../lambdas/outbound/network-address.ts';

describe('public addresses', () => {
  test.each([
    ['a public IPv4 address', '93.184.216.34'],
    ['the last address before 10/8', '9.255.255.255'],
    ['the first address after 172.16/12', '172.32.0.0'],
    ['the first address after CGNAT', '100.128.0.0'],
    ['the last address before multicast', '223.255.255.255'],
    ['a public IPv6 address', '2606:2800:220:1:248:1893:25c8:1946'],
    ['a public IPv4 address mapped into IPv6', '::ffff:93.184.216.34'],
    ['a public IPv4 address behind NAT64', '64:ff9b::5db8:d822'],
  ])('allows %s', (_what, ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  test.each([
    ['"this network"', '0.0.0.0'],
    ['the rest of 0/8', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['the end of loopback', '127.255.255.255'],
    ['private 10/8', '10.0.0.1'],
    ['private 172.16/12', '172.31.255.255'],
    ['private 192.168/16', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['the end of carrier-grade NAT', '100.127.255.255'],
    ['link-local, the metadata service', '169.254.169.254'],
    ['link-local, the ECS credentials', '169.254.170.2'],
    ['IETF protocol assignments', '192.0.0.192'],
    ['documentation 192.0.2/24', '192.0.2.1'],
    ['the 6to4 relay anycast', '192.88.99.1'],
    ['benchmarking', '198.18.0.1'],
    ['the end of benchmarking', '198.19.255.255'],
    ['documentation 198.51.100/24', '198.51.100.7'],
    ['documentation 203.0.113/24', '203.0.113.9'],
    ['multicast', '224.0.0.1'],
    ['reserved 240/4', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
  ])('refuses IPv4: %s', (_what, ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  test.each([
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['loopback in long form', '0:0:0:0:0:0:0:1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['a public address with a zone', '2606:2800:220:1:248:1893:25c8:1946%eth0'],
    ['unique local', 'fc00::1'],
    ['unique local, the metadata service', 'fd00:ec2::254'],
    ['the old site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['discard only', '100::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped metadata in hexadecimal', '::ffff:a9fe:a9fe'],
    ['IPv4-compatible loopback', '::127.0.0.1'],
    ['IPv4-translated (RFC 2765)', '::ffff:0:7f00:1'],
    ['NAT64 to loopback', '64:ff9b::7f00:1'],
    ['NAT64 to the metadata service', '64:ff9b::169.254.169.254'],
    ['local-use NAT64, even to a public address', '64:ff9b:1::5db8:d822'],
    ['6to4 of a private address', '2002:a00:1::1'],
    ['6to4 of a public address', '2002:5db8:d822::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['benchmarking', '2001:2::1'],
    ['ORCHIDv2', '2001:20::1'],
    ['IETF protocol assignments', '2001:1ff::1'],
    ['documentation 2001:db8::/32', '2001:db8::1'],
    ['documentation 3fff::/20', '3fff::1'],
    ['segment routing', '5f00::1'],
    ['unallocated space', '4000::1'],
  ])('refuses IPv6: %s', (_what, ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });

  test.each([
    '',
    'example.com',
    '1.2.3',
    '2130706433',
    '0177.0.0.1',
    '0x7f.1',
    '93.184.216.34:443',
    '[2606::1]',
  ])("refuses %p, which isn't a normalized address", (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});
