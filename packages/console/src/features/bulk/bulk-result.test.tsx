import { bulkItemList, bulkRunGet } from '@stationmaster/contract'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { BulkResult } from './bulk-result.tsx'

afterEach(() => vi.unstubAllGlobals())

const run = {
  id: 'run',
  classcode: 'charge_point',
  action: 'configuration',
  params: { key: 'HeartbeatInterval', value: '60' },
  statecode: 'finished',
  total: 3,
  open: 0,
  accepted: 0,
  failed: 3,
  retryof: null,
  username: 'operator',
  created: '2026-07-01T10:00:00Z',
  finished: '2026-07-01T10:00:01Z',
  maycancel: true,
}

const item = (label: string, statecode: string) => ({
  id: label,
  runid: run.id,
  objectid: label,
  label,
  statecode,
  status: null,
  message: null,
  messagecode: null,
  messageparams: null,
  ended: null,
})

const shown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('shows an object once that failed between the two requests', async () => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    if (path.endsWith(bulkRunGet.path)) return Promise.resolve(Response.json(run))
    if (!path.endsWith(bulkItemList.path)) throw new Error(`unexpected ${path}`)
    const isOfFailures = request.body.includes('offline')
    const items = isOfFailures
      ? [item('TWO', 'offline'), item('THREE', 'offline')]
      : [item('ONE', 'accepted'), item('TWO', 'running'), item('THREE', 'waiting')]
    return Promise.resolve(Response.json(items))
  })
  await show(<BulkResult id={run.id} onRetry={() => {}} onClose={() => {}} />, {
    texts: ['maintenance', 'errors'],
  })
  await screen.findByText('ONE')
  await waitFor(() => expect(shown()).toEqual(['TWOOffline', 'THREEOffline', 'ONEAccepted']))
})
