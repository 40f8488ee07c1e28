/**
 * Takes everything out of a stranger's text that a mail program would make clickable: addresses of pages and mailboxes,
 * bare domains, IP addresses. It goes by what could be a link in any program and knows no list of top-level domains, so
 * it takes out too much rather than too little: a missing space after a full stop costs both words.
 */

/** Schemes that programs follow without two slashes after them. */
const SCHEMES = [
  'about|blob|bitcoin|callto|cid|data|ethereum|facetime|facetime-audio|feed|file|ftp|geo|git|gopher|https?|im|intent',
  'irc|ircs|itms-apps|javascript|ldap|magnet|mailto|maps|market|mid|mms|ms-[a-z-]+|news|nntp|onenote|outlook|pres',
  'rtsp|search-ms|sftp|sgn|sips?|skype|slack|smb|sms|smsto|spotify|ssh|steam|tel|telnet|tg|urn|vbscript|view-source',
  'viber|webcal|whatsapp|ws|wss|xmpp|zoommtg',
].join('|');

/** CJK top-level domains; after an ideographic full stop, any other CJK text is the next sentence. */
const CJK_DOMAINS =
  '中国|中國|公司|网络|網絡|网址|网站|網站|香港|台湾|台灣|手机|商城|商店|在线|移动|コム|みんな|ネット|ストア|グーグル|닷컴|닷넷|한국|삼성';

const CLICKABLE: readonly RegExp[] = [
  new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${SCHEMES}):\\S`, 'u'),
  // Any scheme with slashes, addresses without a scheme, network shares.
  /\/\/|:[/\\]|\\\\/u,
  // A mailbox.
  /[^\s@]@[^\s@]/u,
  // A domain: a dot inside of a word, with two letters behind it.
  /[^.\s]\.\p{L}[\p{L}\p{M}]/u,
  new RegExp(`[^.。\\s]。(?:[a-z\\d-]*[a-z]{2}|${CJK_DOMAINS})`, 'u'),
  /(?:^|[^\p{L}\p{N}])www\d*[.。]/u,
  // IP addresses, in either version.
  /\d{1,3}(?:[.。]\d{1,3}){3}/u,
  /[\da-f]*::[\da-f]|(?:[\da-f]{1,4}:){3,}[\da-f]/u,
  /(?:^|[^\p{L}\p{N}])localhost(?:[:/.]|$)/u,
];

/** Characters that nobody sees and that some programs skip, while others end an address there. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]/gu;

/** Punctuation of scripts that are written without spaces, which no address contains. */
const WORDS = /[^\s，！？、；（）「」『』《》【】]+/gu;

/** Whether a mail program might make something of this text clickable. */
export function mayBeClickable(text: string): boolean {
  const withoutInvisible = folded(text.replace(INVISIBLE, ''));
  const withGaps = folded(text.replace(INVISIBLE, ' '));
  return [withoutInvisible, withGaps, decoded(withoutInvisible)].some((reading) =>
    CLICKABLE.some((pattern) => pattern.test(reading)),
  );
}

/** The text on one line, without each word that a mail program might make clickable, and without invisible characters. */
export function withoutLinks(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(WORDS, (word) => (mayBeClickable(word) ? '' : word.replace(INVISIBLE, '')))
    .replace(/\s+/gu, ' ')
    .trim();
}

/** As programs compare host names: full-width letters and all dots of IDNA but the ideographic one become ASCII. */
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

/** The text with percent encodings and HTML entities read, also those that are written several times over. */
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
