/**
 * Searches for the number that solves a puzzle. Runs in a worker, or in short steps on the page's thread.
 */

/**
 * Returns the number from `from` up to `to` (exclusive) for which the SHA-256 digest of `salt` followed by the number
 * is `challenge`, or undefined if there is none. The service's salts have 44 characters, so the salt and the number fit
 * into one block of 64 bytes.
 *
 * Doesn't use `crypto.subtle`, which is several times slower for short texts and only exists on https pages. Also
 * doesn't use anything outside this function, because a worker only gets the function's source code.
 * @throws RangeError if the salt is too long
 */
export function search(salt: string, challenge: string, from: number, to: number): number | undefined {
  if (salt.length + String(to).length > 55) throw new RangeError('The salt is too long');
  const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const primes: number[] = [];
  for (let candidate = 2; primes.length < 64; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
  const [h0, h1, h2, h3, h4, h5, h6, h7] = primes.map((prime) => fraction(Math.sqrt(prime))) as [
    ...[number, number, number, number],
    ...[number, number, number, number],
  ];
  const target = Array.from({ length: 8 }, (_, at) => parseInt(challenge.slice(at * 8, at * 8 + 8), 16) | 0);

  const block = new DataView(new ArrayBuffer(64));
  for (let at = 0; at < salt.length; at += 1) block.setUint8(at, salt.charCodeAt(at));
  const words = new Int32Array(64);
  for (let at = 0; at < 16; at += 1) words[at] = block.getInt32(at * 4);
  /** The first word that contains a digit of the number. The words before it never change. */
  const changing = salt.length >> 2;
  // The hash state before the first round that reads a changing word. The rounds before it run only once.
  let started = 0;
  let [s0, s1, s2, s3, s4, s5, s6, s7] = [h0, h1, h2, h3, h4, h5, h6, h7];

  for (let number = from; number < to; number += 1) {
    const digits = number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : String(number).length;
    const end = salt.length + digits;
    for (let at = end - 1, rest = number; at >= salt.length; at -= 1, rest = (rest / 10) | 0)
      block.setUint8(at, 48 + (rest % 10));
    block.setUint8(end, 0x80);
    for (let at = changing; at <= end >> 2; at += 1) words[at] = block.getInt32(at * 4);
    words[15] = end * 8;

    let a = s0;
    let b = s1;
    let c = s2;
    let d = s3;
    let e = s4;
    let f = s5;
    let g = s6;
    let h = s7;
    for (let round = started; round < 64; round += 1) {
      if (round === changing) {
        started = changing;
        s0 = a;
        s1 = b;
        s2 = c;
        s3 = d;
        s4 = e;
        s5 = f;
        s6 = g;
        s7 = h;
      }
      if (round > 15) {
        const x = words[round - 15] as number;
        const y = words[round - 2] as number;
        words[round] =
          ((words[round - 16] as number) +
            (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
            (words[round - 7] as number) +
            (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10))) |
          0;
      }
      const one =
        (h +
          (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) +
          ((e & f) ^ (~e & g)) +
          (constants[round] as number) +
          (words[round] as number)) |
        0;
      const two =
        (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) +
        ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    if (
      ((a + h0) | 0) === target[0] &&
      ((b + h1) | 0) === target[1] &&
      ((c + h2) | 0) === target[2] &&
      ((d + h3) | 0) === target[3] &&
      ((e + h4) | 0) === target[4] &&
      ((f + h5) | 0) === target[5] &&
      ((g + h6) | 0) === target[6] &&
      ((h + h7) | 0) === target[7]
    )
      return number;
  }
  return undefined;
}
