import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { OwnNotices } from './own-notices.tsx'
import { useOwnNotices } from './use-own-notices.ts'

const noticeOf = (n: number, status: 'new' | 'read') => ({
  id: `01990000-0000-7000-8000-00000000000${n}`,
  created: '2026-01-01T00:00:00.000Z',
  text: `Card ${n} was blocked`,
  status,
  read: null,
  objectclass: 'card',
  object: null,
  objectlabel: `CARD-${n}`,
})
let stored: ReturnType<typeof noticeOf>[]
const sent: [string, unknown][] = []

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  stored = [noticeOf(2, 'new'), noticeOf(1, 'read')]
  sent.length = 0
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    const body = JSON.parse(request.body) as { ids: string[]; status: 'new' | 'read' }
    if (path.endsWith('/notice/list')) return Promise.resolve(Response.json(stored))
    sent.push([path.split('/').at(-1)!, body])
    if (path.endsWith('/mark'))
      stored = stored.map((one) => (body.ids.includes(one.id) ? { ...one, status: body.status } : one))
    if (path.endsWith('/delete')) stored = stored.filter(({ id }) => !body.ids.includes(id))
    return Promise.resolve(Response.json({ count: 1 }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const Own = () => <OwnNotices own={useOwnNotices()} />

// Proves S2.24, S3.13
it('are marked as read and deleted, one by one or all new ones', async () => {
  await show(<Own />, { texts: ['notices'] })
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first!.textContent).toContain('New')
  expect(second!.textContent).not.toContain('New')
  fireEvent.click(screen.getByRole('button', { name: 'Mark as unread: Card 1 was blocked' }))
  await screen.findByRole('button', { name: 'Mark as read: Card 1 was blocked' })
  const all = screen.getByRole('button', { name: 'Mark all as read' })
  await waitFor(() => expect(all).toHaveProperty('disabled', false))
  fireEvent.click(all)
  await waitFor(() => expect(screen.queryByText('New')).toBeNull())
  await waitFor(() => expect(all).toHaveProperty('disabled', true))
  fireEvent.click(screen.getByRole('button', { name: 'Delete: Card 2 was blocked' }))
  await waitFor(() => expect(screen.queryByText('Card 2 was blocked')).toBeNull())
  expect(sent).toEqual([
    ['mark', { ids: [noticeOf(1, 'read').id], status: 'new' }],
    ['mark', { ids: [noticeOf(2, 'new').id, noticeOf(1, 'new').id], status: 'read' }],
    ['delete', { ids: [noticeOf(2, 'new').id] }],
  ])
})

it('render nothing if there are none', async () => {
  stored = []
  await show(<Own />, { texts: ['notices'] })
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(screen.queryByRole('list')).toBeNull()
})
