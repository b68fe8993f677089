import { postCount, postList, postStates } from '@stationmaster/contract'
import { IconWebhook } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import { postColumns } from '../posts/post-columns.tsx'

const PostDialog = lazy(async () => ({ default: (await import('../posts/post-dialog.tsx')).PostDialog }))

const where = { ...listParameters, state: oneOf(['all', ...postStates]), post: text() }

/** Posts of scripts to web addresses: pending, delivered or failed. */
export default function Posts() {
  const t = useTexts('posts')
  const all = useTexts('admin')('all')
  const [at, go] = useAddress(where)
  const posts = usePagedList({
    name: 'posts',
    list: postList,
    count: postCount,
    columns: postColumns,
    where,
    at,
    go,
    fields: ['origin', 'object', 'eventlabel', 'error'],
    filterBy: { state: 'state' },
    order: ['created DESC'],
    hints: ['post.changed'],
  })
  return (
    <ListScreen
      list={posts}
      title={t('title')}
      count={(count) => t('count', { count })}
      placeholder={t('filter')}
      filters={[
        segmentFilter(posts, 'state', {
          label: t('state'),
          word: (state) => (state === 'all' ? all : t(`states.${state}`)),
        }),
      ]}
      empty={<Empty icon={<IconWebhook size={28} stroke={1.5} />} title={t('empty')} lead={t('emptyLead')} />}
      rowName={(post) => post.origin}
      onOpen={(post) => go({ post: post.id }, { push: true })}
    >
      <Suspense>{at.post && <PostDialog id={at.post} onClose={() => go({ post: '' })} />}</Suspense>
    </ListScreen>
  )
}
