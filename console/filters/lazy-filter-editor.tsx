/** Loads the filter editor when it is first shown. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '../ui/states.tsx';
import type { FilterEditorProps } from './filter-editor.tsx';

const Loaded = lazy(() => import('./filter-editor.tsx'));

export function FilterEditor(props: FilterEditorProps) {
  return (
    <Suspense fallback={<Skeleton />}>
      <Loaded {...props} />
    </Suspense>
  );
}
