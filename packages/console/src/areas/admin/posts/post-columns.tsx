import type { AnswerOf, postList } from '@stationmaster/contract'
import { Cut } from '../../../ui/data/cut.tsx'
import {
  momentColumn,
  none,
  numberColumn,
  stateChip,
  stateColumn,
  textColumn,
} from '../../../ui/table/column-kinds.tsx'
import type { Column } from '../../../ui/table/columns.ts'

export type Post = AnswerOf<typeof postList>[number]

export const PostState = stateChip<Post['state']>({
  tones: { queued: 'busy', sent: 'good', failed: 'bad' },
  word: (state) => `posts:states.${state}`,
})

/** The result of the last attempt: the error message of the server, or only the status. */
export function LastAnswer({ post: { error, httpstatus } }: { post: Pick<Post, 'error' | 'httpstatus'> }) {
  if (error) return <bdi>{error}</bdi>
  return httpstatus === null ? none : `HTTP ${httpstatus}`
}

export const postColumns: readonly Column<Post>[] = [
  momentColumn('created', 'posts:created', { seconds: true, narrow: 'value' }),
  textColumn('origin', 'posts:address', { mono: true, cut: 'wide', min: 180, narrow: 'title' }),
  stateColumn('state', 'posts:state', { Chip: PostState }),
  numberColumn('tries', 'posts:tries'),
  {
    id: 'answer',
    title: 'posts:answer',
    file: [
      { field: 'httpstatus', title: 'posts:answer' },
      { field: 'error', title: 'exports:error' },
    ],
    min: 140,
    cell: (post) => (post.error ? <Cut wide text={post.error} /> : <LastAnswer post={post} />),
  },
  textColumn('object', 'posts:object', { narrow: 'subtitle' }),
  textColumn('eventlabel', 'posts:event', { id: 'event', hidden: true }),
  momentColumn('due', 'posts:due', { seconds: true, hidden: true }),
  momentColumn('ended', 'posts:ended', { seconds: true, hidden: true }),
]
