import { afterEach, describe, expect, it, vi } from 'vitest'
import { applyPageConfig, pageConfig, stationOrigin } from './page-config.ts'
import { pageTitle } from './page-title.ts'

afterEach(() => {
  applyPageConfig(null)
})

describe('page configuration', () => {
  // Proves F16, S9.2
  it('merges the served values over the defaults, part by part', () => {
    applyPageConfig({ ocpp: false, titleSuffix: 'Depot', map: { raster: '/tiles/{z}/{x}/{y}.png' } })
    expect(pageConfig()).toMatchObject({ ocpp: false, crm: true, admin: false, driver: false, debug: true })
    expect(pageConfig().map).toEqual({
      style: null,
      raster: '/tiles/{z}/{x}/{y}.png',
      attribution: null,
    })
    expect(pageTitle('Cards')).toBe('Cards · OCPP CS Depot')
  })

  it('drops values of the wrong type, and logs it', () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    applyPageConfig({ crm: 'yes', unknown: 1 })
    expect(pageConfig().crm).toBe(true)
    expect(warned).toHaveBeenCalledOnce()
    warned.mockRestore()
  })

  it.each([null, 'text', [], 42])('uses the defaults for %j', (served) => {
    expect(applyPageConfig(served).apiPath).toBe('/api/v1')
    expect(pageTitle()).toBe('OCPP CS')
  })

  // Proves S3.2
  it('uses the configured host for stations, otherwise its own', () => {
    expect(stationOrigin()).toBe(`ws://${window.location.host}`)
    applyPageConfig({ stationDomain: 'wss://charge.example/' })
    expect(stationOrigin()).toBe('wss://charge.example')
  })
})
