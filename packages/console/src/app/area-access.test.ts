import { afterEach, describe, expect, it } from 'vitest'
import { applyPageConfig } from '../lib/page-config.ts'
import type { SessionUser } from '../lib/session.ts'
import {
  areaTables,
  homeOf,
  isAreaOpen,
  isInside,
  menuOf,
  mayOpen,
  openAreas,
  rememberArea,
  loadTable,
} from './area-access.ts'
import { startTexts } from '../lib/texts.ts'

const user = (change: { admin?: boolean; interface?: 'all' | 'driver' | 'user' } = {}): SessionUser =>
  ({
    admin: change.admin ?? false,
    interface: { code: change.interface ?? 'user', name: '' },
  }) as SessionUser // Only the fields that the access checks read.
const operator = user()
const driver = user({ interface: 'driver' })

afterEach(() => {
  applyPageConfig(null)
  localStorage.clear()
})

describe('areas', () => {
  it('are open to signed-in users, or to everyone if authorization is off', () => {
    const signedOut = { phase: 'error', message: null, unreachable: false } as const
    expect(isInside({ phase: 'pending' })).toBe(false)
    expect(isInside(signedOut)).toBe(false)
    expect(isInside({ phase: 'authorized', user: operator })).toBe(true)
    expect(isInside(signedOut, { ...applyPageConfig(null), authorize: false })).toBe(true)
  })

  // Proves F16, S1.8
  it('follow the flags of the configuration', () => {
    expect(openAreas(operator).map(({ area }) => area)).toEqual(['crm', 'ocpp'])
    applyPageConfig({ crm: false })
    expect(openAreas(operator).map(({ area }) => area)).toEqual(['ocpp'])
  })

  // Proves S2.11
  it('include the driver area only for drivers and only if it is enabled', () => {
    expect(isAreaOpen('driver', driver)).toBe(false)
    applyPageConfig({ driver: true })
    expect(isAreaOpen('driver', driver)).toBe(true)
    expect(homeOf(driver)).toBe('/driver')
    expect(isAreaOpen('driver', operator)).toBe(false)
    expect(isAreaOpen('driver', null)).toBe(false)
  })

  it('are limited to those that an administrator allows the user', () => {
    expect(openAreas({ ...operator, areas: ['ocpp'] }).map(({ area }) => area)).toEqual(['ocpp'])
    expect(homeOf({ ...operator, areas: ['ocpp'] })).toBe('/ocpp')
    expect(openAreas({ ...operator, areas: [] })).toEqual([])
    expect(openAreas({ ...operator, areas: null }).map(({ area }) => area)).toEqual(['crm', 'ocpp'])
  })

  // Proves F19, S2.11
  it('include administration only for administrators and only if it is enabled', () => {
    expect(isAreaOpen('admin', user({ admin: true }))).toBe(false)
    applyPageConfig({ admin: true })
    expect(isAreaOpen('admin', user({ admin: true }))).toBe(true)
    expect(isAreaOpen('admin', operator)).toBe(false)
  })

  // Proves S2.18
  it('load the screens of administration on demand', async () => {
    await startTexts()
    const adminUser = user({ admin: true })
    expect(menuOf(areaTables.admin, adminUser)).toEqual([])
    const menu = menuOf(await loadTable('admin'), adminUser)
    expect(menu.map(({ path }) => path)).toEqual(expect.arrayContaining(['/admin/groups', '/admin/users']))
    expect(areaTables.admin.screens).toContain(menu[0])
  })

  // Proves S1.8, S2.11, S6.3
  it('exclude the operator area for drivers', () => {
    expect(isAreaOpen('crm', driver)).toBe(false)
    expect(openAreas(driver)).toEqual([])
  })

  // Proves S2.17
  it('show administrators screens that others do not see', () => {
    const [first] = areaTables.crm.screens
    if (!first) throw new Error('no screens')
    const secret = { ...first, path: '/crm/network', may: 'admin' as const, menu: true }
    expect(mayOpen(secret, operator)).toBe(false)
    expect(mayOpen(secret, user({ admin: true }))).toBe(true)
    const table = { ...areaTables.crm, screens: [...areaTables.crm.screens, secret] }
    expect(menuOf(table, operator)).not.toContain(secret)
  })
})

describe('the root', () => {
  it.each([
    [{}, operator, null, '/crm'],
    [{}, operator, '/ocpp', '/ocpp'],
    [{ crm: false }, operator, null, '/ocpp'],
    [{ crm: false }, operator, '/crm', '/ocpp'],
    [{ crm: false, ocpp: false }, operator, null, null],
    [{}, driver, '/crm', null],
    [{}, null, null, '/crm'],
  ])('with %j redirects as specified (%#)', (served, who, last, home) => {
    expect(homeOf(who, applyPageConfig(served), last)).toBe(home)
  })

  // Proves S2.12
  it('remembers the area used last', () => {
    rememberArea('ocpp')
    expect(localStorage.getItem('stationmaster.mode_path')).toBe('/ocpp')
    expect(homeOf(operator)).toBe('/ocpp')
  })
})
