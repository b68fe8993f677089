import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { access } from '../../lib/access.ts'
import { applyPageConfig } from '../../lib/page-config.ts'
import { useCommandSources } from './command-source.tsx'

const find = async (text: string, at = '/crm') => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
  )
  const { result } = renderHook(useCommandSources, { wrapper })
  const { named, others } = result.current
  const { signal } = new AbortController()
  const found = [...(await named.find(text, signal)), ...(await others.find(text, signal))]
  return found.map(({ label, to }) => `${label} ${to}`)
}

afterEach(() => {
  applyPageConfig(null)
  access.set(() => true)
})

describe('OCPP commands in the palette', () => {
  it.each([
    ['reset', ['Reset /ocpp/command/-/Reset']],
    ['unlockc', ['UnlockConnector /ocpp/command/-/UnlockConnector']],
    ['set pro', ['SetChargingProfile /ocpp/command/-/SetChargingProfile']],
    ['resset', ['Reset /ocpp/command/-/Reset']],
    ['', []],
  ])('are found by "%s"', async (text, found) => {
    expect(await find(text)).toEqual(found)
  })

  it('retain the stations that are selected on the page of a command', async () => {
    expect(await find('reset', '/ocpp/command/CS%201/ClearCache')).toEqual([
      'Reset /ocpp/command/CS%201/Reset',
    ])
    expect(await find('reset', '/ocpp/command/-/ClearCache?stations=A,B')).toEqual([
      'Reset /ocpp/command/-/Reset?stations=A%2CB',
    ])
  })

  it('are not found by a viewer who may not send commands', async () => {
    access.set((row) => !row.path.startsWith('/command/'))
    expect(await find('reset')).toEqual([])
  })

  it('are not found while the area is closed', async () => {
    applyPageConfig({ ocpp: false })
    expect(await find('reset')).toEqual([])
  })
})
