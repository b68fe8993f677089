import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { applyPageConfig } from '../../../lib/page-config.ts'
import AccessRules from './rule-list.tsx'

const rule = {
  id: '01990000-0000-7000-8000-000000000001',
  label: 'Closed at night',
  effect: 'deny',
  times: null,
}

afterEach(() => vi.unstubAllGlobals())

it('a link to a rule opens its dialog, although its page of the list is not loaded', async () => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (path: string) => {
    const body = path.endsWith('/count') ? { count: 0 } : path.endsWith('/access_rule/get') ? rule : []
    return Promise.resolve(Response.json(body))
  })
  await show(<AccessRules />, { at: `/?rule=${rule.id}`, texts: ['access', 'cards'] })
  expect(await screen.findByDisplayValue('Closed at night')).toBeTruthy()
})
