/**
 * After a secret is rotated in this browser, shows how long the old secret remains valid. Both secrets remain
 * valid for a day.
 */
import { useEffect, useState } from 'react';
import { remember, remembered } from '../../app/preferences.ts';
import type { Language } from '../../texts/languages.ts';
import { useLanguage, useTexts } from '../../texts/texts.tsx';
import { Chip } from '../../ui/chip.tsx';

const MINUTE_MILLISECONDS = 60_000;
/**
 * Time during which both secrets are valid, in milliseconds (docs/specification.md, "Webhook signature").
 */
const OVERLAP_MILLISECONDS = 24 * 60 * MINUTE_MILLISECONDS;

const keyOf = (webhookId: string): string => `secret of ${webhookId} rotated`;

/** Stores the time of a secret rotation on this device, because the API doesn't return it. */
export function rememberRotation(webhookId: string, now = Date.now()): void {
  remember(keyOf(webhookId), new Date(now).toISOString());
}

/**
 * Returns how long the old secret remains valid, in milliseconds. Returns undefined if the secret wasn't
 * rotated within the last day.
 */
export function graceLeft(rotatedAt: string | undefined, now: number): number | undefined {
  const left = Date.parse(rotatedAt ?? '') + OVERLAP_MILLISECONDS - now;
  // The countdown updates its clock only once a minute, so `now` can be earlier than the rotation.
  return left > 0 ? Math.min(left, OVERLAP_MILLISECONDS) : undefined;
}

/** Shows how long the old secret remains valid. Updates every minute. */
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

/** Formats a duration as "23 hr 59 min". Rounds up to a whole minute. */
export function hoursAndMinutes(milliseconds: number, language: Language): string {
  const minutes = Math.ceil(milliseconds / MINUTE_MILLISECONDS);
  const say = (value: number, unit: 'hour' | 'minute'): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  return `${say(Math.floor(minutes / 60), 'hour')} ${say(minutes % 60, 'minute')}`;
}
