import type { PagedList } from '../../ui/table/use-paged-list.ts'

/** A list, as far as actions on its selected rows need it. */
export type ChosenObjects = Pick<PagedList<never, never>, 'selection' | 'matching' | 'total'>
