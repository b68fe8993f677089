import { lazy } from 'react'
import { Late } from './late.tsx'
import type { ListFilter } from './segment-filter.tsx'

const TagSelect = lazy(async () => ({ default: (await import('./tag-select.tsx')).TagSelect }))

interface Tagged {
  at: { tag: string }
  go: (change: { tag: string; page: number }) => void
  rows: readonly { tags: readonly string[] }[]
}

/** Returns the filter by tag of a list whose address has the parameter `tag`. */
export const tagFilter = ({ at, go, rows }: Tagged): ListFilter => ({
  inMenu: 'always',
  active: at.tag === '' ? [] : [at.tag],
  clear: { tag: '' },
  control: (
    <Late key="tag">
      <TagSelect value={at.tag} rows={rows} onChange={(tag) => go({ tag, page: 1 })} />
    </Late>
  ),
})
