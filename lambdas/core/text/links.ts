/**
 * Removes everything from untrusted text that an e-mail client might make clickable: web addresses, e-mail
 * addresses, bare domains and IP addresses. Doesn't use a list of top-level domains, so it sometimes removes
 * too much. For example, if the space after a full stop is missing, both words are removed.
 */

/** Schemes that e-mail clients make clickable without two slashes. */
const SCHEMES = [
  'about|blob|bitcoin|callto|cid|data|ethereum|facetime|facetime-audio|feed|file|ftp|geo|git|gopher|https?|im|intent',
  'irc|ircs|itms-apps|javascript|ldap|magnet|mailto|maps|market|mid|mms|ms-[a-z-]+|news|nntp|onenote|outlook|pres',
  'rtsp|search-ms|sftp|sgn|sips?|skype|slack|smb|sms|smsto|spotify|ssh|steam|tel|telnet|tg|urn|vbscript|view-source',
  'viber|webcal|whatsapp|ws|wss|xmpp|zoommtg',
].join('|');

/**
 * CJK top-level domains. Any other CJK text after an ideographic full stop is treated as a new sentence, not as
 * part of a domain.
 */
const CJK_DOMAINS =
  '中国|中國|公司|网络|網絡|网址|网站|網站|香港|台湾|台灣|手机|商城|商店|在线|移动|コム|みんな|ネット|ストア|グーグル|닷컴|닷넷|한국|삼성';

const CLICKABLE: readonly RegExp[] = [
  new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${SCHEMES}):\\S`, 'u'),
  // Matches schemes with slashes, addresses without a scheme, and network shares.
  /\/\/|:[/\\]|\\\\/u,
  // Matches e-mail addresses.
  /[^\s@]@[^\s@]/u,
  // Matches domains: a dot inside a word, followed by two letters.
  /[^.\s]\.\p{L}[\p{L}\p{M}]/u,
  new RegExp(`[^.。\\s]。(?:[a-z\\d-]*[a-z]{2}|${CJK_DOMAINS})`, 'u'),
  /(?:^|[^\p{L}\p{N}])www\d*[.。]/u,
  // Matches IPv4 and IPv6 addresses.
  /\d{1,3}(?:[.。]\d{1,3}){3}/u,
  /[\da-f]*::[\da-f]|(?:[\da-f]{1,4}:){3,}[\da-f]/u,
  /(?:^|[^\p{L}\p{N}])localhost(?:[:/.]|$)/u,
];

/**
 * Matches invisible characters, which some e-mail clients skip and others treat as the end of an address.
 */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]/gu;

/**
 * Matches words, including those in scripts that separate words with punctuation instead of spaces. This
 * punctuation never occurs in addresses.
 */
const WORDS = /[^\s，！？、；（）「」『』《》【】]+/gu;

/** Returns true if an e-mail client might make part of this text clickable. */
export function mayContainLink(text: string): boolean {
  const withoutInvisible = folded(text.replace(INVISIBLE, ''));
  const withGaps = folded(text.replace(INVISIBLE, ' '));
  return [withoutInvisible, withGaps, decoded(withoutInvisible)].some((reading) =>
    CLICKABLE.some((pattern) => pattern.test(reading)),
  );
}

/**
 * Converts the text to a single line. Removes invisible characters and words that an e-mail client might make
 * clickable.
 */
export function withoutLinks(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(WORDS, (word) => (mayContainLink(word) ? '' : word.replace(INVISIBLE, '')))
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * Folds text in the same way as host names. Full-width letters and IDNA dots become ASCII, except for the
 * ideographic full stop.
 */
function folded(text: string): string {
  return text.normalize('NFKC').replace(/｡/g, '。').toLowerCase();
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  bsol: '\\',
  colon: ':',
  commat: '@',
  period: '.',
  sol: '/',
};

/** Decodes percent-encoding and HTML entities, even if text was encoded several times. */
function decoded(text: string): string {
  let reading = text;
  for (let times = 0; times < 3; times += 1) {
    reading = reading
      .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/&#x([\da-f]{1,6});?/gi, (_, hex: string) => character(Number.parseInt(hex, 16)))
      .replace(/&#(\d{1,7});?/g, (_, digits: string) => character(Number(digits)))
      .replace(/&([a-z]+);/gi, (entity, name: string) => ENTITIES[name.toLowerCase()] ?? entity);
  }
  return folded(reading.replace(INVISIBLE, ''));
}

function character(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint).toWellFormed() : '';
}
