import { postCount, postList, postStates } from '@stationmaster/contract'
import { IconWebhook } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SegmentedControl } from '../../../ui/form/fields.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListMenus, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useColumns } from '../../../ui/table/use-columns.ts'
import { type Post, postColumns } from '../posts/post-columns.tsx'

const PostDialog = lazy(async () => ({ default: (await import('../posts/post-dialog.tsx')).PostDialog }))

const states = ['all', ...postStates] as const
const where = { ...listParameters, state: oneOf(states), post: text() }
const rowId = (post: Post) => post.id
const rowName = (post: Post) => post.origin

/** Posts of scripts to web addresses: pending, delivered or failed. */
export default function Posts() {
  const t = useTexts('posts')
  const all = useTexts('admin')('all')
  const [at, go] = useAddress(where)
  const [columns, chooseColumns] = useColumns('posts', at.cols, (cols) => go({ cols }))
  const posts = useList({
    list: postList,
    count: postCount,
    at,
    filter: at.state === 'all' ? {} : { state: at.state },
    search: textSearch(at.q, ['origin', 'object', 'eventlabel', 'error']),
    order: ['created DESC'],
    hints: ['post.changed'],
  })
  const stateWord = (state: (typeof states)[number]) => (state === 'all' ? all : t(`states.${state}`))
  return (
    <Page fill>
      <PageHead title={t('title')} facts={posts.total !== null && t('count', { count: posts.total })} />
      <ListPanel
        list={posts}
        paging={pagingOf(at, go, posts.total)}
        filters={[...(at.q ? [at.q] : []), ...(at.state === 'all' ? [] : [stateWord(at.state)])]}
        onClear={() => go({ q: '', state: 'all', page: 1 })}
        toolbar={
          <ListToolbar
            filter={
              <FilterField value={at.q} placeholder={t('filter')} onChange={(q) => go({ q, page: 1 })} />
            }
            chips={
              <SegmentedControl
                aria-label={t('state')}
                value={at.state}
                onChange={(state) => go({ state: where.state.read(state), page: 1 })}
                data={states.map((value) => ({ value, label: stateWord(value) }))}
              />
            }
            end={
              <>
                <ListMenus list="posts" columns={postColumns} chosen={columns} onChange={chooseColumns} />
                <CsvButton csv={posts.csv} name="posts" />
              </>
            }
          />
        }
        empty={
          <Empty icon={<IconWebhook size={28} stroke={1.5} />} title={t('empty')} lead={t('emptyLead')} />
        }
      >
        <DataTable
          label={t('title')}
          columns={postColumns}
          chosen={columns}
          rows={posts.rows}
          rowId={rowId}
          rowName={rowName}
          onOpen={(post) => go({ post: post.id }, { push: true })}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
        />
      </ListPanel>
      <Suspense>{at.post && <PostDialog id={at.post} onClose={() => go({ post: '' })} />}</Suspense>
    </Page>
  )
}
