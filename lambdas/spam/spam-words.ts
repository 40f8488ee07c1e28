/**
 * Finds phrases that are typical of spam sent to website owners, in five languages. The list only contains
 * phrases that real visitors rarely write. It omits single words such as `loan` or `bitcoin`, which are
 * normal in some businesses.
 */
import { wordsOf } from './words.ts';

const PHRASES = [
  // English
  ...[
    'seo services',
    'seo service',
    'seo agency',
    'seo packages',
    'backlinks',
    'quality backlinks',
    'guest post',
  ],
  ...[
    'guest posting',
    'sponsored post',
    'link insertion',
    'domain authority',
    'rank your website',
    'rank on google',
  ],
  ...[
    'first page of google',
    'page one of google',
    'top of google',
    'more website traffic',
    'targeted traffic',
  ],
  ...['boost your traffic', 'redesign your website', 'web design services', 'app development services'],
  ...[
    'online casino',
    'casino bonus',
    'free spins',
    'sports betting',
    'slot games',
    'payday loan',
    'payday loans',
  ],
  ...[
    'viagra',
    'cialis',
    'levitra',
    'tramadol',
    'xanax',
    'online pharmacy',
    'weight loss pills',
    'male enhancement',
  ],
  ...[
    'replica watches',
    'replica handbags',
    'crypto investment',
    'bitcoin investment',
    'crypto trading platform',
  ],
  ...[
    'binary options',
    'forex trading',
    'forex signals',
    'double your money',
    'passive income',
    'make money online',
  ],
  ...[
    'earn money online',
    'work from home jobs',
    'million dollars',
    'next of kin',
    'beneficiary of',
    'inheritance fund',
  ],
  ...['email marketing services', 'bulk email', 'email list', 'million emails', 'contact form marketing'],
  ...[
    'contact form messages',
    'adult dating',
    'porn',
    'escort girls',
    'escort service',
    'hot girls',
    'sex dating',
  ],
  ...[
    'nude photos',
    'onlyfans',
    'click the link below',
    'limited time offer',
    'act now',
    'risk free',
    'unsubscribe here',
  ],
  ...[
    'buy followers',
    'instagram followers',
    'youtube views',
    'tiktok followers',
    'you have been selected',
    'you have won',
  ],
  // German
  ...['seo dienstleistungen', 'seo agentur', 'suchmaschinenoptimierung anbieten', 'erste seite bei google'],
  ...['seite 1 bei google', 'backlinks kaufen', 'gastbeitrag veröffentlichen', 'online geld verdienen'],
  ...['schnell geld verdienen', 'passives einkommen', 'kredit ohne schufa', 'sofortkredit', 'potenzmittel'],
  // Spanish
  ...[
    'servicios de seo',
    'servicios seo',
    'posicionamiento web',
    'primera página de google',
    'comprar seguidores',
  ],
  ...[
    'casino en línea',
    'casino online',
    'ganar dinero online',
    'ganar dinero desde casa',
    'ingresos pasivos',
  ],
  ...['préstamo rápido', 'préstamos rápidos', 'citas para adultos'],
  // Italian
  ...[
    'servizi seo',
    'posizionamento su google',
    'prima pagina di google',
    'comprare follower',
    'casinò online',
  ],
  ...['guadagnare online', 'guadagna da casa', 'reddito passivo', 'prestiti veloci', 'prestito immediato'],
  // Russian
  ...[
    'продвижение сайтов',
    'продвижение сайта',
    'раскрутка сайта',
    'seo продвижение',
    'первая страница google',
  ],
  ...['онлайн казино', 'игровые автоматы', 'быстрый заработок', 'заработок в интернете', 'пассивный доход'],
  ...['микрозайм', 'займ онлайн', 'интим услуги', 'рассылка по формам', 'рассылка писем', 'база email'],
];

/** Maps the first word of each phrase to the word lists of all phrases that start with it. */
const byFirstWord = new Map<string, (readonly string[])[]>();
for (const phrase of PHRASES) {
  const words = wordsOf(phrase);
  const [first = ''] = words;
  byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), words]);
}

/**
 * Returns the spam phrases that occur in this list of words, without duplicates and in order of occurrence.
 */
export function spamPhrases(words: readonly string[]): string[] {
  const found = new Set<string>();
  for (const [index, word] of words.entries()) {
    for (const phrase of byFirstWord.get(word) ?? []) {
      if (phrase.every((each, offset) => words[index + offset] === each)) found.add(phrase.join(' '));
    }
  }
  return [...found];
}
