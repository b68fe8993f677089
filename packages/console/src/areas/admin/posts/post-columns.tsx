import type { AnswerOf, postList } from '@stationmaster/contract'
import { useTexts } from '../../../lib/texts.ts'
import { type Tone, ToneChip } from '../../../ui/state/state-chip.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import split from '../split.module.css'

export type Post = AnswerOf<typeof postList>[number]

const tones: Record<Post['state'], Tone> = { queued: 'busy', sent: 'good', failed: 'bad' }

export function PostState({ state }: { state: Post['state'] }) {
  const t = useTexts('posts')
  return <ToneChip tone={tones[state]}>{t(`states.${state}`)}</ToneChip>
}

/** The result of the last attempt: the error message of the server, or only the status. */
export function LastAnswer({ post: { error, httpstatus } }: { post: Pick<Post, 'error' | 'httpstatus'> }) {
  if (error) return <bdi title={error}>{error}</bdi>
  return httpstatus === null ? <span className="muted">–</span> : `HTTP ${httpstatus}`
}

export const postColumns: readonly Column<Post>[] = [
  {
    id: 'created',
    title: 'posts:created',
    sort: 'created',
    narrow: 'value',
    cell: (post) => <Moment at={post.created} seconds />,
  },
  {
    id: 'origin',
    title: 'posts:address',
    sort: 'origin',
    min: 180,
    narrow: 'title',
    cell: (post) => (
      <bdi className={`mono ${split.clip}`} title={post.origin}>
        {post.origin}
      </bdi>
    ),
  },
  {
    id: 'state',
    title: 'posts:state',
    sort: 'state',
    narrow: 'badge',
    cell: (post) => <PostState state={post.state} />,
  },
  {
    id: 'tries',
    title: 'posts:tries',
    sort: 'tries',
    num: true,
    cell: (post, { format }) => format.number(post.tries),
  },
  {
    id: 'answer',
    title: 'posts:answer',
    min: 140,
    cell: (post) => (
      <span className={split.clip}>
        <LastAnswer post={post} />
      </span>
    ),
  },
  {
    id: 'object',
    title: 'posts:object',
    sort: 'object',
    narrow: 'subtitle',
    cell: (post) => (post.object ? <bdi>{post.object}</bdi> : <span className="muted">–</span>),
  },
  {
    id: 'event',
    title: 'posts:event',
    sort: 'eventlabel',
    hidden: true,
    cell: (post) => (post.eventlabel ? <bdi>{post.eventlabel}</bdi> : <span className="muted">–</span>),
  },
  {
    id: 'due',
    title: 'posts:due',
    sort: 'due',
    hidden: true,
    cell: (post) => <Moment at={post.due} seconds />,
  },
  {
    id: 'ended',
    title: 'posts:ended',
    sort: 'ended',
    hidden: true,
    cell: (post) => <Moment at={post.ended} seconds />,
  },
]
