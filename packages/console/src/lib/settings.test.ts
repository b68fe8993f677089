import { describe, expect, it } from 'vitest'
import { changeSettings, defaultSettings, readSettings } from './settings.ts'

describe('settings', () => {
  // Proves S1.7
  it('stores the theme under its own name and ignores invalid values', () => {
    changeSettings({ themeType: 'dark', navStyle: 'mini' })
    expect(localStorage.getItem('stationmaster.theme_type')).toBe('dark')
    expect(readSettings()).toMatchObject({ themeType: 'dark', navStyle: 'mini', layoutType: 'full' })
    localStorage.setItem('stationmaster.settings', '{"navStyle":"upside down","isDirectionRTL":"yes"')
    localStorage.setItem('stationmaster.theme_type', 'pink')
    expect(readSettings()).toEqual(defaultSettings)
    changeSettings(defaultSettings)
  })

  // Proves S1.7
  it('stores no theme that was not chosen', () => {
    changeSettings({ themeType: 'system' })
    expect(readSettings().themeType).toBe('system')
    changeSettings(defaultSettings)
    changeSettings({ dense: true })
    expect(localStorage.getItem('stationmaster.theme_type')).toBeNull()
    expect(readSettings()).toEqual({ ...defaultSettings, dense: true })
    changeSettings(defaultSettings)
  })
})
