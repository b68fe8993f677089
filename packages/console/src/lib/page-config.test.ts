import { afterEach, describe, expect, it, vi } from 'vitest'
import { applyPageConfig, pageConfig, stationOrigin } from './page-config.ts'
import { pageTitle } from './page-title.ts'

afterEach(() => {
  applyPageConfig(null)
})

describe('page configuration', () => {
  it('lays what was served over the defaults, part by part', () => {
    applyPageConfig({ ocpp: false, titleSuffix: 'Depot', map: { raster: '/tiles/{z}/{x}/{y}.png' } })
    expect(pageConfig()).toMatchObject({ ocpp: false, crm: true, admin: false, driver: false, debug: true })
    expect(pageConfig().map).toEqual({
      style: null,
      raster: '/tiles/{z}/{x}/{y}.png',
      attribution: null,
    })
    expect(pageTitle('Cards')).toBe('Cards · OCPP CS Depot')
  })

  it('leaves out what has the wrong type, and says so', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    applyPageConfig({ crm: 'yes', unknown: 1 })
    expect(pageConfig().crm).toBe(true)
    expect(warned).toHaveBeenCalledOnce()
    warned.mockRestore()
  })

  it.each([null, 'text', [], 42])('takes the defaults for %j', (served) => {
    expect(applyPageConfig(served).apiPath).toBe('/api/v1')
    expect(pageTitle()).toBe('OCPP CS')
  })

  it('points stations at the configured host, otherwise at its own', () => {
    expect(stationOrigin()).toBe(`ws://${window.location.host}`)
    applyPageConfig({ stationDomain: 'wss://charge.example/' })
    expect(stationOrigin()).toBe('wss://charge.example')
  })
})
