import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import type { Command } from './queries.ts'
import { RunResult } from './run-result.tsx'

const runid = '01990000-0000-7000-8000-000000000002'
const commandOf = (n: number, statecode: Command['statecode']): Command => ({
  id: `01990000-0000-7000-8000-00000000001${n}`,
  runid,
  stationid: `01990000-0000-7000-8000-00000000002${n}`,
  identity: `CS-${n}`,
  action: 'Reset',
  request: {},
  statecode,
  status: null,
  response: null,
  errorcode: null,
  message: null,
  messagecode: null,
  messageparams: null,
  late: false,
  note: null,
  notecode: null,
  restarted: null,
  requestedby: null,
  created: '2026-01-01T00:00:00.000Z',
  sent: null,
  answered: null,
  roundtripms: statecode === 'expired' ? null : 20,
  methods: {},
})

beforeEach(() => applyPageConfig({ authorize: false, debug: false }))
afterEach(() => vi.unstubAllGlobals())

const showRun = async (...states: Command['statecode'][]) => {
  const commands = states.map((state, n) => commandOf(n, state))
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(commands)))
  await show(<RunResult runId={runid} error={null} onRetry={() => {}} />, { texts: ['ocpp'] })
  await screen.findByText('CS-0')
}

it('counts the answers of several stations, and those that rejected the command', async () => {
  await showRun('accepted', 'rejected', 'rejected', 'expired')
  expect(screen.getByText('3 of 4 answered · rejected: 2')).toBeTruthy()
})

it('counts no rejections if there are none', async () => {
  await showRun('accepted', 'accepted')
  expect(screen.getByText('2 of 2 answered')).toBeTruthy()
})
