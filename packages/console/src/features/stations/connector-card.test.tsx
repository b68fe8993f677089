import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { ConnectorCard, type ConnectorCardProps } from './connector-card.tsx'
import type { Station } from './station-columns.tsx'
import type { Connector, Reservation, RunningSession } from './station-queries.ts'

const station = {
  identity: 'A',
  statecode: 'available',
  connected: true,
  unreachable: null,
  connectors: [],
} as unknown as Station
const free = {
  id: 'c1',
  connectorid: 1,
  typecode: 'ac',
  statecode: 'available',
  statesince: '2026-01-01T00:00:00.000Z',
  label: null,
  chargername: 'Type 2',
  maxpower: 22_000,
  errorcode: 'NoError',
  info: null,
  vendorerrorcode: null,
  announced: true,
  transactionid: null,
  power: null,
  energy: null,
  soc: null,
  readingsat: null,
  methods: { start: null, stop: 'connector.not_charging', reserve: null },
} as unknown as Connector
const busy = { start: 'connector.busy', stop: null, reserve: 'connector.busy' }
const charging = {
  ...free,
  methods: busy,
  statecode: 'charging',
  transactionid: 7,
  power: 11_000,
  energy: 2_500,
  soc: 40,
}
const session = { transactionid: 7, code: 'TAG', cardname: 'Anna', datestart: '2026-01-01T00:00:00.000Z' }

const onAct = vi.fn()
const onSession = vi.fn()

const draw = (part: Partial<ConnectorCardProps>) =>
  show(
    <ConnectorCard
      station={station}
      connector={free}
      session={null}
      last={null}
      reservation={null}
      board={new Map()}
      onAct={onAct}
      onSession={onSession}
      {...part}
    />,
    { texts: ['station', 'transactions', 'terms', 'errors'] },
  )
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

describe('a connector', () => {
  // Proves S2.26
  it('offers a charge and a reservation while it is free', async () => {
    await draw({})
    fireEvent.click(button('Charge'))
    fireEvent.click(button('Reserve'))
    expect(onAct.mock.calls).toEqual([['charge'], ['reserve']])
    expect(screen.getByText(/AC · 22.0/)).toBeTruthy()
  })

  it('shows the running transaction live, and says why the connector cannot be reserved', async () => {
    const board = new Map([
      [
        1,
        {
          station: 's',
          connectorid: 1,
          transactionid: 7,
          at: Date.now(),
          power: 7_400,
          energy: 2_600,
          soc: 41,
        },
      ],
    ])
    await draw({ connector: charging, session: session as RunningSession, board })
    expect(screen.getByText('7.4', { exact: false })).toBeTruthy()
    expect(screen.getByText('41%')).toBeTruthy()
    expect(button('Reserve').disabled).toBe(true)
    const why = document.getElementById(button('Reserve').getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('A session is running on this connector. End it first.')
    fireEvent.click(button('Stop'))
    expect(onAct).toHaveBeenLastCalledWith('stop')
    fireEvent.click(button('Session 7'))
    expect(onSession).toHaveBeenCalledWith(7)
  })

  it('says once why an unreachable station can be sent nothing', async () => {
    const methods = { start: 'station.offline', stop: 'station.offline', reserve: 'station.offline' }
    await draw({ connector: { ...free, methods } })
    expect(button('Charge').disabled).toBe(true)
    expect(screen.getAllByText('The station is offline.')).toHaveLength(1)
  })

  it("explains a fault and keeps the vendor's code", async () => {
    const fault = {
      ...free,
      statecode: 'faulted',
      errorcode: 'GroundFailure',
      info: 'leak',
      vendorerrorcode: 'E17',
      methods: { start: 'connector.faulted', stop: 'connector.not_charging', reserve: 'connector.faulted' },
    }
    await draw({ connector: fault })
    expect(screen.getByText('Residual current protection has tripped')).toBeTruthy()
    expect(screen.getByText('leak')).toBeTruthy()
    expect(screen.getByText('E17')).toBeTruthy()
    expect(screen.getByText('The connector reports a fault.')).toBeTruthy()
  })

  it('shows an error code that is not in the standard as it is', async () => {
    await draw({ connector: { ...free, errorcode: 'FanBroken' } })
    expect(screen.getByText('FanBroken')).toBeTruthy()
  })
})

// Proves S4.1
it('shows no button for a method that the server did not return, and a custom one in the menu', async () => {
  await draw({ connector: { ...free, methods: { start: 'access.cannot_create', clean: null } } })
  expect(button('Charge').disabled).toBe(true)
  expect(screen.getByText('You may not create objects of the class command.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reserve' })).toBeNull()
  fireEvent.click(button('More for connector 1'))
  expect(await screen.findByRole('menuitem', { name: 'clean' })).toBeTruthy()
})

it('cancels a reservation by the method of the reservation', async () => {
  const reservation = { code: 'TAG', expirydate: '2999-01-01T00:00:00.000Z', methods: { cancel: null } }
  await draw({ reservation: reservation as unknown as Reservation })
  fireEvent.click(button('Cancel reservation'))
  expect(onAct).toHaveBeenLastCalledWith('release')
})
