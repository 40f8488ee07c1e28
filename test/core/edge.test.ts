import { isFromEdge, clientAddress, EDGE_SECRET_HEADER } from '../../lambdas/core/web/edge.ts';

const NEW = 'n'.repeat(40);
const OLD = 'o'.repeat(40);

it('recognizes the edge only by a valid secret', () => {
  const isEdge = (value: string | undefined, secrets: string[]) =>
    isFromEdge({ [EDGE_SECRET_HEADER]: value }, secrets);
  expect(isEdge(NEW, [NEW, OLD])).toBe(true);
  expect(isEdge(OLD, [NEW, OLD])).toBe(true);
  expect(isEdge(OLD, [NEW])).toBe(false);
  for (const forged of [undefined, '', `${NEW} `, NEW.slice(1), `${NEW},${NEW}`])
    expect(isEdge(forged, [NEW, OLD])).toBe(false);
  expect(isEdge('', [])).toBe(false);
});

it.each([
  ['198.51.100.1, 192.0.2.1', '198.51.100.1'],
  ['203.0.113.9, 203.0.113.10, 198.51.100.1, 192.0.2.1', '198.51.100.1'],
  ['2001:db8::1,192.0.2.1', '2001:db8::1'],
  // If the edge doesn't add its header, no other header is trusted.
  ['192.0.2.1', '192.0.2.1'],
  [', 192.0.2.1', '192.0.2.1'],
  [undefined, '192.0.2.1'],
  // If the gateway adds no address, the last address is the edge's address, and values sent by the client are
  // ignored.
  ['203.0.113.9, 198.51.100.1', '198.51.100.1'],
  ['203.0.113.9, 192.0.2.1, 198.51.100.1', '198.51.100.1'],
])("finds the client's address in %j behind the edge", (forwardedFor, expected) => {
  expect(clientAddress({ 'x-forwarded-for': forwardedFor }, '192.0.2.1', true)).toBe(expected);
});

it('ignores client headers and uses the connecting address if there is no edge', () => {
  const headers = { 'x-forwarded-for': '203.0.113.1, 203.0.113.2' };
  expect(clientAddress(headers, '198.51.100.1', false)).toBe('198.51.100.1');
});
