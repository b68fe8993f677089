import { cardSet } from '@stationmaster/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { access } from '../../lib/access.ts'
import { applyPageConfig } from '../../lib/page-config.ts'
import { Shell } from './shell.tsx'

afterEach(() => {
  access.set(() => true)
  vi.unstubAllGlobals()
})

it('forgets rights that a page has requested before the frame was idle', async () => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})))
  // the frame does not become idle
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  const { unmount } = await show(<Shell isArrival={false}>{null}</Shell>)
  access.set(() => false)
  unmount()
  expect(access.get()(cardSet)).toBe(true)
})
