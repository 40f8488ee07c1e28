/** Warns in the inbox and in the list of forms that the month's quota is almost or completely used up. */
import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useMe } from '../app/session.tsx';
import { useTexts } from '../texts/texts.tsx';
import { stateOfUsage } from './month-usage.ts';
import { usageQuery } from './usage-query.ts';

export function QuotaBanner() {
  const t = useTexts('usage');
  const account = useTexts('account');
  const formats = useFormats();
  const { member } = useMe();
  const { data: usage } = useQuery({ ...usageQuery, refetchInterval: 60_000 });
  // Hide the banner from members who can access only specific forms, because they must not see how much of
  // the quota other forms use.
  if (!usage || (member && member.form_ids !== null)) return null;
  const state = stateOfUsage(usage);
  if (state === 'fine') return null;
  const { used, limit } = usage.submissions;
  return (
    <p className={`month-notice quota-banner ${state}`} role="status">
      <strong>
        {state === 'full'
          ? t.formsRefuse
          : t.quotaNear(formats.percent(Math.floor((100 * used) / limit) / 100))}
      </strong>{' '}
      {state === 'full' ? t.full : t.near}{' '}
      <Link to="/usage" className="link">
        {account.toUsage}
      </Link>
    </p>
  );
}
