/** After a rotation both secrets are valid for a day: how long the old one still is, as far as this browser knows. */
import { useEffect, useState } from 'react';
import { remember, remembered } from '../app/preferences.ts';
import type { Language } from '../texts/languages.ts';
import { useLanguage, useTexts } from '../texts/texts.tsx';
import { Chip } from '../ui/chip.tsx';

const MINUTE_MILLISECONDS = 60_000;
/** The overlap of docs/specification.md, "Webhook signature". */
const OVERLAP_MILLISECONDS = 24 * 60 * MINUTE_MILLISECONDS;

const keyOf = (webhookId: string): string => `secret of ${webhookId} rotated`;

/** Remembers on this device that the secret was rotated now: the API does not say when it was. */
export function rememberRotation(webhookId: string, now = Date.now()): void {
  remember(keyOf(webhookId), new Date(now).toISOString());
}

/** Milliseconds for which the old secret is still valid; undefined when there was no rotation within a day. */
export function graceLeft(rotatedAt: string | undefined, now: number): number | undefined {
  const left = Date.parse(rotatedAt ?? '') + OVERLAP_MILLISECONDS - now;
  // The clock of the countdown is up to a minute behind the rotation.
  return left > 0 ? Math.min(left, OVERLAP_MILLISECONDS) : undefined;
}

/** Counts down by the minute. */
export function GracePeriod({ webhookId }: { webhookId: string }) {
  const t = useTexts('webhooks');
  const { language } = useLanguage();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  const left = graceLeft(remembered(keyOf(webhookId)), now);
  if (left === undefined) return null;
  return (
    <p className="grace-period">
      <Chip tone="warn">{t.oldValidFor(hoursAndMinutes(left, language))}</Chip>
    </p>
  );
}

/** "23 hr 59 min", up to the next whole minute. */
export function hoursAndMinutes(milliseconds: number, language: Language): string {
  const minutes = Math.ceil(milliseconds / MINUTE_MILLISECONDS);
  const say = (value: number, unit: 'hour' | 'minute'): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  return `${say(Math.floor(minutes / 60), 'hour')} ${say(minutes % 60, 'minute')}`;
}
