import { bulkRunStart } from '@stationmaster/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { useSelection } from '../../ui/table/selection.ts'
import { BulkDialog } from './bulk-dialog.tsx'

const started = vi.fn()
const ids = ['1', '2', '3', '4', '5']
let sent: unknown[] = []

function Chosen() {
  const selection = useSelection('')
  const list = { selection: { ...selection, ids: new Set(ids) }, matching: {}, total: 40 }
  const of = { classCode: 'charge_point', action: 'configuration', count: 5, list } as const
  return <BulkDialog of={of} onClose={() => {}} onStarted={started} />
}

afterEach(() => vi.unstubAllGlobals())

it('changes a configuration key of the selected stations', async () => {
  applyPageConfig({ authorize: false, debug: false })
  sent = []
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    if (path.endsWith(bulkRunStart.path)) sent.push(JSON.parse(request.body))
    return Promise.resolve(Response.json({ id: 'run' }))
  })
  await show(<Chosen />, { texts: ['maintenance', 'errors'] })
  const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Start' })
  expect(start.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText(/Configuration key/), { target: { value: 'HeartbeatInterval' } })
  fireEvent.change(screen.getByLabelText('Value'), { target: { value: '60' } })
  fireEvent.click(start)
  await waitFor(() => expect(started).toHaveBeenCalledWith('run'))
  expect(sent).toEqual([
    {
      classcode: 'charge_point',
      action: 'configuration',
      params: { key: 'HeartbeatInterval', value: '60' },
      filter: { id: ids },
      most: 5,
    },
  ])
})
