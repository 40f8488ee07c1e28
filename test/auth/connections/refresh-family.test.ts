/**
 * Tests a connection's refresh tokens with random sequences of refreshes, lost responses and replayed tokens.
 */
import fc from 'fast-check';
import { systemRandom } from '../../../lambdas/core/random.ts';
import {
  newRefreshFamily,
  parseRefreshToken,
  refresh,
  type RefreshDecision,
  type RefreshFamily,
} from '../../../lambdas/auth/connections/refresh-family.ts';

const AT = Date.parse('2026-11-05T10:20:30.400Z');
const SECOND = 1000;
const DAY = 86_400_000;
const CONNECTION = `con_${'A'.repeat(12)}${'0'.repeat(26)}`;

const present = (family: RefreshFamily, text: string, at: number): RefreshDecision => {
  const token = parseRefreshToken(text);
  return token ? refresh(family, token, at, systemRandom) : { kind: 'refuse' };
};
const rotated = (decision: RefreshDecision) => {
  if (decision.kind !== 'rotate') throw new Error(`Not rotated: ${decision.kind}`);
  return decision;
};

describe('a refresh token', () => {
  const { token, family } = newRefreshFamily(CONNECTION, AT, systemRandom);

  test('contains its connection and account, and is never stored as plain text', () => {
    expect(token).toMatch(/^svc_rt_[0-9A-Z]{38}[0-9A-Za-z]{70}$/);
    expect(parseRefreshToken(token)).toMatchObject({
      account_id: `acc_${'A'.repeat(12)}`,
      connection_id: CONNECTION,
    });
    expect(JSON.stringify(family)).not.toContain(token.slice(45, 60));
  });

  test.each([
    ['another checksum', token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')],
    ['an access token', `svc_at_${'0'.repeat(38)}`],
    ['nothing', ''],
    ['extra characters at the end', `${token}0`],
  ])('is invalid with %s', (_, text) => {
    expect(parseRefreshToken(text)).toBeUndefined();
  });

  test('is valid for 30 days, and for another 30 days after each rotation', () => {
    expect(present(family, token, AT + 30 * DAY - 1).kind).toBe('rotate');
    expect(present(family, token, AT + 30 * DAY).kind).toBe('refuse');
    const { token: next, after } = rotated(present(family, token, AT + 20 * DAY));
    expect(present(after, next, AT + 50 * DAY - 1).kind).toBe('rotate');
    expect(present(after, next, AT + 50 * DAY).kind).toBe('refuse');
  });

  test('returns the same successor for a minute and revokes the family after that', () => {
    const { token: next, after } = rotated(present(family, token, AT));
    expect(present(after, token, AT + 60 * SECOND - 1)).toEqual({ kind: 'repeat', token: next });
    expect(present(after, token, AT + 60 * SECOND).kind).toBe('reuse');
  });

  test('revokes the family immediately if its successor has been used', () => {
    const first = rotated(present(family, token, AT));
    const second = rotated(present(first.after, first.token, AT + SECOND));
    expect(present(second.after, token, AT + 2 * SECOND).kind).toBe('reuse');
  });

  test('revokes nothing if it is a forgery for a known connection', () => {
    const { token: forged } = newRefreshFamily(CONNECTION, AT, systemRandom);
    expect(present(family, forged, AT).kind).toBe('refuse');
  });

  test("can't be predicted from its predecessor and the stored family", () => {
    const one = rotated(present(family, token, AT));
    const two = rotated(present(family, token, AT));
    expect(one.token).not.toBe(two.token);
  });
});

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('refresh' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose the answer' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('two at once' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('replay' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('steal and use' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forge' as const) }) },
);
const wait = fc.constantFrom(SECOND, 20 * SECOND, 59 * SECOND, 3600 * SECOND, 29 * DAY);

/** Simulates the table with a store that supports a single conditional update. */
class Server {
  family: RefreshFamily | undefined;
  readonly issued: string[];
  constructor(first: { token: string; family: RefreshFamily }) {
    this.family = first.family;
    this.issued = [first.token];
  }

  /**
   * Uses a refresh token.
   * @param seen the state that the request read, which may be outdated when it writes
   */
  take(text: string, at: number, seen = this.family): string | undefined {
    if (!seen || !this.family) return undefined;
    const decision = present(seen, text, at);
    switch (decision.kind) {
      case 'refuse':
        return undefined;
      case 'reuse':
        this.family = undefined;
        return undefined;
      case 'repeat':
        return decision.token;
      case 'rotate':
        // Another request updated the token family first, so read the state again.
        if (this.family.token_hash !== seen.token_hash) return this.take(text, at);
        this.family = decision.after;
        this.issued.push(decision.token);
        return decision.token;
    }
  }

  /** Returns the issued refresh tokens that can still be rotated. */
  living(at: number): string[] {
    const { family } = this;
    if (!family) return [];
    return this.issued.filter((text) => present(family, text, at).kind === 'rotate');
  }
}

test('a token family never has two active branches or locks out a legitimate client', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, wait), { minLength: 1, maxLength: 25 }), (history) => {
      let at = AT;
      const server = new Server(newRefreshFamily(CONNECTION, AT, systemRandom));
      let mine = server.issued[0] ?? '';
      let isRobbed = false;
      // A client that doesn't refresh for 30 days has to connect again.
      let isUnused = false;
      let usedAt = AT;
      for (const [{ do: what, ...of }, pause] of history) {
        isUnused ||= at >= usedAt + 30 * DAY;
        switch (what) {
          case 'refresh':
            mine = server.take(mine, at) ?? mine;
            break;
          case 'lose the answer': {
            // The client lost the response and retries within the grace period.
            const lost = server.take(mine, at);
            at += 30 * SECOND;
            const again = server.take(mine, at);
            if (!isRobbed) expect(again).toBe(lost);
            mine = again ?? mine;
            break;
          }
          case 'two at once': {
            const seen = server.family;
            const answers = [server.take(mine, at, seen), server.take(mine, at, seen)];
            if (!isRobbed) expect(answers[1]).toBe(answers[0]);
            mine = answers[1] ?? mine;
            break;
          }
          case 'replay': {
            const index = 'which' in of ? of.which % server.issued.length : 0;
            const old = server.issued[index] ?? '';
            // Replay only old refresh tokens, because the current one belongs to the client.
            if (old === mine) break;
            isRobbed = true;
            server.take(old, at);
            break;
          }
          case 'steal and use':
            isRobbed = true;
            server.take(mine, at);
            break;
          case 'forge':
            server.take(newRefreshFamily(CONNECTION, at, systemRandom).token, at);
            break;
        }
        expect(server.living(at).length).toBeLessThanOrEqual(1);
        if (['refresh', 'lose the answer', 'two at once'].includes(what)) usedAt = at;
        if (!isRobbed && !isUnused) expect(server.living(at)).toEqual([mine]);
        at += pause;
      }
    }),
    { numRuns: 300 },
  );
});

test('stops working for attacker and victim as soon as both have used a stolen token', () => {
  const server = new Server(newRefreshFamily(CONNECTION, AT, systemRandom));
  const stolen = server.issued[0] ?? '';
  const ofThief = server.take(stolen, AT) ?? '';
  const next = server.take(ofThief, AT + 3600 * SECOND) ?? '';
  expect(server.take(stolen, AT + 3601 * SECOND)).toBeUndefined();
  expect(server.take(next, AT + 3602 * SECOND)).toBeUndefined();
});
