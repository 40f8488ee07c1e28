/** Renders placeholders for content that is empty, still loading, or failed to load. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { ApiError } from '../api/api-error.ts';
import { useErrorText } from '../app/error-text.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from './button.tsx';

/** Explains why a list is empty and what to do next. */
export function EmptyState(props: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** True if the screen shows only this message. */
  isScreen?: boolean;
}) {
  const Heading = props.isScreen ? 'h1' : 'h2';
  return (
    <div className="empty">
      {props.icon !== undefined && <div className="empty-icon">{props.icon}</div>}
      <Heading>{props.title}</Heading>
      {props.children !== undefined && <p className="soft">{props.children}</p>}
      {props.action}
    </div>
  );
}

/** Shows an error with a retry button and the request id, which the operator can look up in the log. */
export function Failure(props: { error: unknown; onRetry?: () => void; isWholePage?: boolean }) {
  const { error, onRetry, isWholePage = false } = props;
  const house = useTexts('house');
  const text = useErrorText()(error);
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div className={`failure${isWholePage ? ' whole-page' : ''}`} role="alert">
      <h2>{house.failed}</h2>
      <p className="soft">{text}</p>
      {onRetry && (
        <Button icon={<RefreshCw size={14} aria-hidden />} onPress={onRetry}>
          {house.retry}
        </Button>
      )}
      {requestId !== undefined && <p className="request-id">{house.requestId(requestId)}</p>}
    </div>
  );
}

const BEFORE_SKELETON_MILLISECONDS = 200;

/**
 * Shows gray bars as a placeholder for text. The bars take up space immediately but become visible only after
 * a short delay.
 */
export function Skeleton({ rows = 6 }: { rows?: number }) {
  const house = useTexts('house');
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), BEFORE_SKELETON_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={`skeleton${isLate ? '' : ' unseen'}`} role="status" aria-label={house.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton-row" aria-hidden />
      ))}
    </div>
  );
}

/**
 * Shows a query's state: a skeleton while there is no data, an error if loading failed, or the content. If a
 * refresh fails, the content stays visible and the error appears above it.
 */
export function Loaded<T>(props: {
  query: UseQueryResult<T>;
  waiting?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { query, waiting = <Skeleton />, children } = props;
  if (query.data === undefined) {
    // While the browser is offline, no requests are sent. The query resumes automatically when the browser is
    // back online.
    if (query.isPaused) return <Offline />;
    return query.error ? <Failure error={query.error} onRetry={() => void query.refetch()} /> : waiting;
  }
  return (
    <>
      {query.error && <StaleNotice error={query.error} onRetry={() => void query.refetch()} />}
      {children(query.data)}
    </>
  );
}

function Offline() {
  const house = useTexts('house');
  return (
    <div className="failure" role="status">
      <p className="soft">{house.offline}</p>
    </div>
  );
}

function StaleNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const house = useTexts('house');
  const text = useErrorText()(error);
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div className="stale" role="status">
      <span>
        {text} {requestId !== undefined && <span className="request-id">{house.requestId(requestId)}</span>}
      </span>
      <Button isSmall onPress={onRetry}>
        {house.retry}
      </Button>
    </div>
  );
}
