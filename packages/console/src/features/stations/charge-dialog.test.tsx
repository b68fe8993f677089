import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { ChargeDialog } from './charge-dialog.tsx'
import type { Connector } from './station-queries.ts'

const connector = { id: 'c', stationid: 's', connectorid: 1, statecode: 'available' } as Connector // all that is read
const cards = [
  { id: '1', code: 'DEMO-GOOD', name: 'Anna', label: null, statecode: 'enabled', verdict: 'Accepted' },
  { id: '2', code: 'DEMO-LOST', name: 'Petra', label: null, statecode: 'disabled', verdict: 'Blocked' },
]

let note: string | null
let sessions: unknown[]
beforeEach(() => {
  note = null
  sessions = []
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    const path = new URL(address, location.href).pathname
    const { filter } = JSON.parse(body) as { filter?: { statecode?: string } }
    const accepted = { state: 'accepted', status: 'Accepted', message: null, messagecode: null }
    if (path.endsWith('/remote/start'))
      return Promise.resolve(Response.json({ command: 'k', ...accepted, messageparams: null }))
    if (path.endsWith('/command/get')) return Promise.resolve(Response.json({ id: 'k', notecode: note }))
    if (path.endsWith('/card/list'))
      return Promise.resolve(
        Response.json(cards.filter((card) => !filter?.statecode || card.statecode === filter.statecode)),
      )
    return Promise.resolve(Response.json(sessions))
  })
})
afterEach(() => vi.unstubAllGlobals())

async function chargeWith(code: string) {
  const shown = await show(<ChargeDialog connector={connector} onClose={() => {}} />, {
    texts: ['station', 'terms', 'errors'],
  })
  fireEvent.change(await screen.findByRole('combobox', { name: /^Card/ }), { target: { value: code } })
  return shown
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Charge' }))

describe('the card of a remote start', () => {
  it('is suggested although it is blocked, with a warning once it is entered', async () => {
    await chargeWith('demo-lost')
    expect(await screen.findByText('This card is blocked: charging will probably not start.')).toBeTruthy()
    expect(await screen.findByRole('option', { name: /DEMO-LOST.*Blocked/, hidden: true })).toBeTruthy()
  })
})

describe('a remote start that the station accepts', () => {
  it('says that the card was refused as soon as the station has asked about it, and what to do', async () => {
    note = 'command.card_blocked'
    await chargeWith('DEMO-LOST')
    press()
    expect(
      await screen.findByText('Refused: card DEMO-LOST is blocked. Unblock it, or use another card.'),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open card' }).getAttribute('href')).toBe('/crm/card/DEMO-LOST')
    expect(screen.queryByText(/cable/)).toBeNull()
  })

  it('is waited for if the card was not refused, before a cause is named', async () => {
    await chargeWith('DEMO-GOOD')
    press()
    expect(await screen.findByText('Waiting for charging to start')).toBeTruthy()
    expect(screen.queryByText(/Refused/)).toBeNull()
    expect(screen.queryByText(/probably not plugged in/)).toBeNull()
  })
})
