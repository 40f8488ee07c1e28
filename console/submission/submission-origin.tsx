/** Shows a submission's source and spam check result. */
import type { Schema } from '../api/api-client.ts';
import { useFormats } from '../app/formats.ts';
import { useMay } from '../app/session.tsx';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { SpamLearning } from './spam-learning.tsx';
import { BlockSender } from './block-sender.tsx';
import { webAddress } from './field-values.ts';
import { WebLink } from './submission-fields.tsx';

type Submission = Schema<'Submission'>;

/** @param hasLinks false for spam, where addresses are shown as plain text */
export function Origin({ source, hasLinks }: { source: Submission['source']; hasLinks: boolean }) {
  const t = useTexts('submission');
  const { language } = useLanguage();
  const rows = [
    [t.page, source.page],
    // Browsers usually send the page's URL as the referrer, so show the referrer only if it's different.
    ...(source.referrer === source.page ? [] : [[t.referrer, source.referrer] as const]),
  ] as const;
  return (
    <section className="submission-part">
      <h3>{t.origin}</h3>
      <dl className="values">
        {rows.map(([label, address]) => (
          <div key={label} className="value-row">
            <dt>{label}</dt>
            <dd>
              <Address address={address} hasLinks={hasLinks} />
            </dd>
          </div>
        ))}
        <div className="value-row">
          <dt>{t.language}</dt>
          <dd>
            {source.language === null ? (
              <span className="value-nothing">{t.unknown}</span>
            ) : (
              nameOfLanguage(source.language, language)
            )}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Address({ address, hasLinks }: { address: string | null; hasLinks: boolean }) {
  const t = useTexts('submission');
  if (address === null) return <span className="value-nothing">{t.unknown}</span>;
  const href = hasLinks ? webAddress(address) : undefined;
  return href === undefined ? address : <WebLink href={href} text={address} />;
}

/**
 * Returns a language's name, or its tag if the language is unknown. The tag comes from the visitor's browser
 * and can be invalid.
 */
function nameOfLanguage(tag: string, inLanguage: string): string {
  try {
    return new Intl.DisplayNames(inLanguage, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns the part of a spam reason that is quoted: a word, a name or a domain. */
function quotedSubject(detail: string): string {
  const quoted = /"(.+)"/s.exec(detail)?.[1];
  return quoted === undefined ? '' : `: ${quoted}`;
}

export function SpamCheck({ submission, address }: { submission: Submission; address: string | undefined }) {
  const { spam, status, form_id } = submission;
  const t = useTexts('submission');
  const formats = useFormats();
  const mayWrite = useMay('write');
  const isSpam = status === 'spam';
  if (spam.score === 0 && spam.reasons.length === 0 && !isSpam) return null;
  return (
    <section className="submission-part">
      <h3>{t.spam}</h3>
      {spam.reasons.length === 0 ? (
        <p className="soft">{t.noSign}</p>
      ) : (
        <>
          <div className="score">
            <meter min={0} max={100} value={spam.score} aria-label={t.spam} />
            <span className="numeric">{t.score(formats.number(spam.score))}</span>
          </div>
          <ul className="score-reasons">
            {spam.reasons.map(({ code, points, detail }, index) => (
              <li key={index}>
                <span className="numeric soft">{t.points(formats.number(points))}</span>
                <span title={detail}>
                  {t.spamReasons[code] === undefined
                    ? detail
                    : `${t.spamReasons[code]}${quotedSubject(detail)}`}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {mayWrite && (
        <div className="spam-actions">
          <SpamLearning formId={form_id} />
          <BlockSender formId={form_id} address={address} />
        </div>
      )}
    </section>
  );
}
