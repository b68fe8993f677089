import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { access } from '../../lib/access.ts'
import { applyPageConfig } from '../../lib/page-config.ts'
import { useCommandSource } from './command-source.tsx'

const find = async (text: string, at = '/crm') => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
  )
  const { result } = renderHook(useCommandSource, { wrapper })
  const found = await result.current.find(text, new AbortController().signal)
  return found.map(({ label, to }) => `${label} ${to}`)
}

afterEach(() => {
  applyPageConfig(null)
  access.set(() => true)
})

describe('the palette and the OCPP commands', () => {
  it.each([
    ['reset', ['Reset /ocpp/command/-/Reset']],
    ['unlockc', ['UnlockConnector /ocpp/command/-/UnlockConnector']],
    ['set pro', ['SetChargingProfile /ocpp/command/-/SetChargingProfile']],
    ['resset', ['Reset /ocpp/command/-/Reset']],
    ['', []],
  ])('finds by "%s"', async (text, found) => {
    expect(await find(text)).toEqual(found)
  })

  it('keeps the stations that are chosen on the page of a command', async () => {
    expect(await find('reset', '/ocpp/command/CS%201/ClearCache')).toEqual([
      'Reset /ocpp/command/CS%201/Reset',
    ])
    expect(await find('reset', '/ocpp/command/-/ClearCache?stations=A,B')).toEqual([
      'Reset /ocpp/command/-/Reset?stations=A%2CB',
    ])
  })

  it('finds none for a viewer who may not send commands', async () => {
    access.set((row) => !row.path.startsWith('/command/'))
    expect(await find('reset')).toEqual([])
  })

  it('finds none while the area is closed', async () => {
    applyPageConfig({ ocpp: false })
    expect(await find('reset')).toEqual([])
  })
})
