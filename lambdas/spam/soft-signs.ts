/**
 * Defines the signs of spam in a submission, and the points for each sign (docs/specification.md, "Spam
 * score"). No sign is conclusive, and a submission's content alone never reaches the lowest sensible
 * threshold.
 */
import { truncate } from '../core/text/text.ts';
import type { Payload } from '../core/payload.ts';
import type { SpamReason } from './spam-score.ts';
import { withParents } from './list-entry.ts';
import { addressesOf, readValues } from './post-text.ts';
import { isRandomName } from './random-name.ts';
import type { ScriptReport } from './script-report.ts';
import { spamPhrases } from './spam-words.ts';
import { wordsOf } from './words.ts';

const POINTS = {
  'repeated-text': 40,
  webdriver: 30,
  'filled-too-fast': 25,
  'disposable-address': 20,
  'many-links': 15,
  'link-in-name': 15,
  'random-name': 15,
  keyword: 10,
} as const;

export const REPEATED_TEXT_POINTS = POINTS['repeated-text'];
/** Maximum total points for all signs of spam in the content, including e-mail addresses. */
const MAX_CONTENT_POINTS = 35;
const MAX_KEYWORD_POINTS = 20;
const MANY_LINKS = 3;
const FAST_MS = 2000;
const MAX_QUOTE_LENGTH = 60;

/** Returns true if a domain belongs to a disposable e-mail service. */
export type IsDisposable = (domain: string) => boolean;

/** Returns the signs of spam in the script's report. */
export function scriptSigns({ elapsedMs, webdriver }: ScriptReport): SpamReason[] {
  return [
    ...(webdriver ? [reason('webdriver', "The page's script reported that the browser was automated.")] : []),
    ...(elapsedMs !== undefined && elapsedMs < FAST_MS
      ? [reason('filled-too-fast', `The form was sent ${elapsedMs} ms after it was shown.`)]
      : []),
  ];
}

/**
 * Returns the signs of spam in the content, with at most 35 points in total. Excess points are deducted from
 * the last signs.
 */
export function contentSigns(payload: Payload, isDisposable: IsDisposable): SpamReason[] {
  const values = readValues(payload);
  const names = values.filter(([name]) => asksForName(name)).map(([, value]) => value);
  const text = values.map(([, value]) => value).join('\n');
  const links = text.match(LINKS)?.length ?? 0;
  const disposable = addressesOf(payload)
    .map(domainOf)
    .find((domain) => isDisposableAt(domain, isDisposable));
  const linkedName = names.find((name) => name.search(LINKS) !== -1);
  const randomName = names.find(isRandomName);
  const phrases = spamPhrases(wordsOf(text)).slice(0, MAX_KEYWORD_POINTS / POINTS.keyword);
  return limitTotalPoints(MAX_CONTENT_POINTS, [
    ...(disposable === undefined
      ? []
      : [
          reason(
            'disposable-address',
            `The address belongs to a disposable e-mail service: "${disposable}".`,
          ),
        ]),
    ...(links >= MANY_LINKS ? [reason('many-links', `The text contains ${links} links.`)] : []),
    ...(linkedName === undefined
      ? []
      : [reason('link-in-name', `A name contains a link: "${quoted(linkedName)}".`)]),
    ...(randomName === undefined
      ? []
      : [reason('random-name', `A name looks like random letters: "${quoted(randomName)}".`)]),
    ...phrases.map((phrase) =>
      reason('keyword', `The text contains a typical spam phrase: "${quoted(phrase)}".`),
    ),
  ]);
}

/** Returns the sign of spam for repeatedly submitted text. */
export const repeatedTextSign = (): SpamReason =>
  reason('repeated-text', 'The same text was submitted at least three times within an hour.');

/** Caps the total score from all reasons. Excess points are deducted from the last reasons. */
export function limitTotalPoints(most: number, reasons: readonly SpamReason[]): SpamReason[] {
  let left = most;
  return reasons.flatMap((each) => {
    const points = Math.min(each.points, left);
    left -= points;
    return points > 0 ? [{ ...each, points }] : [];
  });
}

function reason(code: keyof typeof POINTS, detail: string): SpamReason {
  return { code, points: POINTS[code], detail };
}

/** Matches links. The run time is linear, because matches can't overlap. */
const LINKS = /(?:https?:\/\/|www\.)[^\s<>"']+/giu;

/**
 * Names of fields that ask for a person's name, in five languages, in lowercase and without spaces or
 * punctuation.
 */
const NAME_FIELDS = new Set([
  ...[
    'name',
    'fullname',
    'yourname',
    'firstname',
    'lastname',
    'familyname',
    'givenname',
    'surname',
    'forename',
  ],
  ...[
    'contactname',
    'personname',
    'fname',
    'lname',
    'fisendername',
    'fisenderfullname',
    'vorname',
    'nachname',
  ],
  ...[
    'familienname',
    'ihrname',
    'nombre',
    'nombrecompleto',
    'nombreyapellidos',
    'apellido',
    'apellidos',
    'tunombre',
  ],
  ...['nome', 'cognome', 'nomecompleto', 'nomecognome', 'nomeecognome', 'имя', 'фамилия', 'фио', 'вашеимя'],
]);

function asksForName(field: string): boolean {
  return field.length <= 100 && NAME_FIELDS.has(field.toLowerCase().replace(/[^\p{L}]/gu, ''));
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/**
 * Returns true if the domain or one of its parent domains is disposable. Skips top-level domains, which the
 * list doesn't contain.
 */
const isDisposableAt = (domain: string, isDisposable: IsDisposable): boolean =>
  withParents(domain).some((each) => each.includes('.') && isDisposable(each));

const quoted = (text: string): string => truncate(text.replace(/["\s]+/g, ' ').trim(), MAX_QUOTE_LENGTH);
