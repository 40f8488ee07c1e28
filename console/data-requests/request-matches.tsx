/** Lists the submissions that a data request found, with the names of the matching fields. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { formsQuery } from '../api/all-forms.ts';
import { useFormats } from '../app/formats.ts';
import { Link } from '../app/link.tsx';
import { useTexts } from '../texts/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { matchesQuery } from './data-request-query.ts';

export function RequestMatches({ id }: { id: string }) {
  const t = useTexts('dataRequests');
  const inbox = useTexts('inbox');
  const formats = useFormats();
  const { data: forms = [] } = useQuery(formsQuery);
  const matches = useInfiniteQuery(matchesQuery(id));
  if (matches.isPending) return <Skeleton rows={3} />;
  if (matches.isError) return <Failure error={matches.error} onRetry={() => void matches.refetch()} />;
  const rows = matches.data.pages.flatMap(({ data }) => data);
  return (
    <>
      <ul className="data-request-matches">
        {rows.map(({ submission_id, form_id, received_at, status, fields }) => (
          <li key={submission_id}>
            <Link
              to="/inbox/$submissionId"
              params={{ submissionId: submission_id }}
              search={{ tab: status === 'spam' ? 'spam' : 'all' }}
              className="link truncate"
            >
              {forms.find((form) => form.id === form_id)?.name ?? form_id}
            </Link>
            {status === 'spam' && <Chip>{inbox.tabs.spam}</Chip>}
            <span className="soft truncate">{t.matchedIn(formats.list(fields))}</span>
            <Time at={received_at} />
          </li>
        ))}
      </ul>
      {matches.hasNextPage && (
        <Button isSmall isPending={matches.isFetchingNextPage} onPress={() => void matches.fetchNextPage()}>
          {t.more}
        </Button>
      )}
    </>
  );
}
