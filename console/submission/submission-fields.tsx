/** Shows a submission's fields as they were submitted. */
import { useState } from 'react';
import { useFormats } from '../app/formats.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { textParts, type ShownField, type ShownValue } from './field-values.ts';

/** @param hasLinks false for spam, where addresses are shown as plain text */
export function SubmissionFields(props: { fields: readonly ShownField[]; hasLinks: boolean }) {
  const { fields, hasLinks } = props;
  const t = useTexts('submission');
  if (fields.length === 0) return <p className="soft">{t.nothingSent}</p>;
  return (
    <dl className="values">
      {fields.map(({ name, label, value }) => (
        <div key={name} className="value-row">
          <dt title={label === name ? undefined : name}>{label}</dt>
          <dd>
            <Value value={hasLinks ? value : withoutLinks(value)} hasLinks={hasLinks} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Converts a value that would be shown as a link to plain text. */
const withoutLinks = (value: ShownValue): ShownValue =>
  value.kind === 'email' || value.kind === 'tel' || value.kind === 'url'
    ? { kind: 'text', text: value.text }
    : value;

function Value({ value, hasLinks }: { value: ShownValue; hasLinks: boolean }) {
  const t = useTexts('submission');
  const formats = useFormats();
  switch (value.kind) {
    case 'nothing':
      return <span className="value-nothing">{t.nothing}</span>;
    case 'ticked':
      return <Chip tone={value.isTicked ? 'good' : 'neutral'}>{value.isTicked ? t.yes : t.no}</Chip>;
    case 'list':
      return (
        <ul className="value-list">
          {value.items.map((item, index) => (
            <li key={index} className="value-chip">
              {item}
            </li>
          ))}
        </ul>
      );
    case 'email':
      return (
        <a className="link" href={`mailto:${encodeURIComponent(value.text).replace('%40', '@')}`}>
          {value.text}
        </a>
      );
    case 'tel':
      return (
        <a className="link numeric" href={`tel:${value.text.replace(/[^\d+]/g, '')}`}>
          {value.text}
        </a>
      );
    case 'url':
      return <WebLink href={value.href} text={value.text} />;
    case 'date':
      return <time dateTime={value.text}>{formats.calendarDay(value.text)}</time>;
    case 'number':
      return <span className="numeric">{value.text}</span>;
    case 'json':
      return <pre className="value-json">{value.text}</pre>;
    case 'text':
      return <LongText text={value.text} hasLinks={hasLinks} />;
  }
}

/**
 * Links to a submitted URL. The target is untrusted, so it must not receive any information about this page.
 */
export function WebLink({ href, text }: { href: string; text: string }) {
  return (
    <a className="link" href={href} target="_blank" rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}

const LONG_CHARACTERS = 1500;
const LONG_LINES = 25;

function LongText({ text, hasLinks }: { text: string; hasLinks: boolean }) {
  const t = useTexts('submission');
  const [isWhole, setIsWhole] = useState(false);
  const isLong = text.length > LONG_CHARACTERS || text.split('\n').length > LONG_LINES;
  return (
    <>
      <div className={isLong && !isWhole ? 'value-text cut' : 'value-text'}>
        {textParts(text).map(({ text: part, href }, index) =>
          href === undefined || !hasLinks ? part : <WebLink key={index} href={href} text={part} />,
        )}
      </div>
      {isLong && (
        <Button isSmall kind="quiet" aria-expanded={isWhole} onPress={() => setIsWhole(!isWhole)}>
          {isWhole ? t.showLess : t.showAll}
        </Button>
      )}
    </>
  );
}
