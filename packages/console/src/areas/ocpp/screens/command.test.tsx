import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import CommandScreen from './command.tsx'

const idOf = (n: number): string => `01990000-0000-7000-8000-00000000000${n}`
const stationOf = (n: number) => ({
  id: idOf(n),
  identity: `CS-${n}`,
  label: null,
  accountcode: 'main',
  connected: true,
  displaystate: 'charging',
})
const stations = [1, 2, 3].map(stationOf)
const sentBefore = {
  id: idOf(9),
  identity: 'CS-1',
  stationid: idOf(1),
  action: 'ClearCache',
  statecode: 'accepted',
  status: 'Accepted',
  request: {},
  response: { status: 'Accepted' },
  created: '2026-01-01T00:00:00.000Z',
  roundtripms: 12,
}

interface SentRequest {
  filter?: { statecode?: string; identity?: string[]; stationid?: string[] }
}

const valid = {
  version: 8,
  entries: [
    { code: 'A', status: 'Accepted', expiry: '2030-01-01T00:00:00.000Z', parentcode: 'P' },
    { code: 'B', status: 'Accepted', expiry: null, parentcode: null },
  ],
  omitted: 3,
}

/** Number of running sessions per station. */
let running: Record<string, number>

const answerOf: Record<string, (body: SentRequest) => unknown> = {
  '/charge_point/list': ({ filter }) =>
    filter?.identity ? stations.filter(({ identity }) => filter.identity!.includes(identity)) : stations,
  '/charge_point/transaction/count': ({ filter }) => ({
    count:
      filter?.statecode === 'running'
        ? (filter.stationid ?? []).reduce((sum, id) => sum + (running[id] ?? 0), 0)
        : 0,
  }),
  '/command/list': () => [sentBefore],
  '/local_list/valid': () => valid,
}

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  running = {}
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    const found = Object.entries(answerOf).find(([end]) => path.endsWith(end))
    return Promise.resolve(Response.json(found ? found[1](JSON.parse(request.body) as SentRequest) : []))
  })
})
afterEach(() => vi.unstubAllGlobals())

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}
const address = () => screen.getByTestId('address').textContent

const open = (at: string) =>
  show(
    <>
      <Address />
      <Routes>
        <Route path="/ocpp/command/:param1?/:param2?/:param3?" element={<CommandScreen />} />
      </Routes>
    </>,
    { at, texts: ['ocpp', 'commands', 'terms'] },
  )

describe('a Reset', () => {
  it('warns that both types stop running sessions, and counts those of the chosen station', async () => {
    running = { [idOf(1)]: 2, [idOf(2)]: 5 }
    await open('/ocpp/command/CS-1/Reset')
    fireEvent.click(await screen.findByRole('combobox', { name: /^Kind of restart/ }))
    expect(
      (await screen.findAllByRole('option')).map(({ textContent }) => textContent).filter(Boolean),
    ).toEqual(
      expect.arrayContaining([
        'Restart immediately; sessions are cut offHard',
        'Stop running sessions, then restartSoft',
      ]),
    )
    expect(await screen.findByText('A reset stops 2 running sessions.')).toBeTruthy()
  })

  it('counts the running sessions of all chosen stations', async () => {
    running = { [idOf(1)]: 2, [idOf(2)]: 5 }
    await open('/ocpp/command/-/Reset?stations=CS-1,CS-2')
    expect(await screen.findByText('A reset stops 7 running sessions.')).toBeTruthy()
  })

  it('warns of nothing without a running session, and with another command', async () => {
    await open('/ocpp/command/CS-1/Reset')
    await screen.findByRole('button', { name: 'Send' })
    expect(screen.queryByText(/A reset stops/)).toBeNull()
  })
})

it('enters the next version of a local list, and the valid cards of the station', async () => {
  await open('/ocpp/command/CS-1/SendLocalList')
  const version = await screen.findByRole('textbox', { name: /version/i })
  await waitFor(() => expect(version).toHaveProperty('value', '8'))
  fireEvent.click(screen.getByRole('button', { name: 'Add all valid cards' }))
  expect(await screen.findByText(/3 more are left out/)).toBeTruthy()
  expect(
    screen.getByRole('link', { name: 'Generate the list automatically' }).getAttribute('href'),
  ).toContain(`/crm/station/${idOf(1)}/details`)
  await waitFor(() => expect(document.body.textContent).toContain('"parentIdTag": "P"'))
  expect(document.body.textContent).toContain('"idTag": "B"')
})

it('names the command in the history if none is chosen', async () => {
  await open('/ocpp/command/CS-1')
  const rows = await screen.findByRole('list', { name: 'History' })
  expect(within(rows).getByText('ClearCache')).toBeTruthy()
})

it('keeps the list of stations open while several are chosen', async () => {
  await open('/ocpp/command')
  const picker = screen.getByRole('combobox', { name: /^Stations/ })
  fireEvent.click(picker)
  for (const n of [1, 2, 3]) {
    fireEvent.click(await screen.findByRole('option', { name: new RegExp(`CS-${n}`) }))
    await waitFor(() => expect(address()).toContain(`CS-${n}`))
    expect(picker.getAttribute('aria-expanded')).toBe('true')
  }
  expect(address()).toBe('/ocpp/command/-?stations=CS-1%2CCS-2%2CCS-3')
})

describe('the title', () => {
  it('names the command and the station', async () => {
    await open('/ocpp/command/CS-1/ClearCache')
    await waitFor(() => expect(document.title).toBe('ClearCache · CS-1 · OCPP CS'))
  })

  it('counts the stations if there are several', async () => {
    await open('/ocpp/command/-/ClearCache?stations=CS-1,CS-2')
    await waitFor(() => expect(document.title).toBe('ClearCache · 2 stations · OCPP CS'))
  })
})

describe('an address with an unknown name', () => {
  // Proves S2.15
  it('names a command that does not exist, and links to the commands', async () => {
    await open('/ocpp/command/CS-1/Rest')
    expect(await screen.findByText('OCPP command “Rest” not found')).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: 'All commands' }))
    await waitFor(() => expect(address()).toBe('/ocpp/command/CS-1'))
  })

  // Proves S2.15
  it('names a station that does not exist, and removes it from the selection', async () => {
    await open('/ocpp/command/CS-8/Reset')
    expect(await screen.findByText('Station not found: CS-8')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Remove from selection' }))
    await waitFor(() => expect(address()).toMatch(/^\/ocpp\/command\/-\/Reset/))
  })
})
