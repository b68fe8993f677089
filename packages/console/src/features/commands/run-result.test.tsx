import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { sampleCommand } from '../../../test/sample-command.ts'
import { applyPageConfig } from '../../lib/page-config.ts'
import type { Command } from './queries.ts'
import { RunResult } from './run-result.tsx'

const runid = '01990000-0000-7000-8000-000000000002'
const commandOf = (n: number, statecode: Command['statecode']): Command =>
  sampleCommand({
    id: `01990000-0000-7000-8000-00000000001${n}`,
    runid,
    stationid: `01990000-0000-7000-8000-00000000002${n}`,
    identity: `CS-${n}`,
    statecode,
    roundtripms: statecode === 'expired' ? null : 20,
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
