import { lazy, Suspense } from 'react'
import type { SegmentedControlProps } from './segmented-control.tsx'
import css from './segmented-control.module.css'

const SegmentedControl = lazy(async () => ({
  default: (await import('./segmented-control.tsx')).SegmentedControl,
}))

/**
 * A segmented control for the first visit, which does not wait for its script: until then its segments are drawn in
 * the same size, without effect.
 */
export const LazySegments = (props: SegmentedControlProps) => (
  <Suspense
    fallback={
      <span className={css.waiting} data-size={props.size} aria-hidden="true">
        {props.data.map((segment) =>
          typeof segment === 'string' ? (
            <span key={segment}>{segment}</span>
          ) : (
            <span key={segment.value}>{segment.label}</span>
          ),
        )}
      </span>
    }
  >
    <SegmentedControl {...props} />
  </Suspense>
)
