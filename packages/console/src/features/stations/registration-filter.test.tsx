import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { RegistrationSelect } from './registration-filter.tsx'

let counts = { Pending: 0, Rejected: 0 }

interface Asked {
  search: { value: 'Pending' | 'Rejected' }[]
}

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  vi.stubGlobal('fetch', (_path: string, request: { body: string }) => {
    const { search } = JSON.parse(request.body) as Asked
    return Promise.resolve(Response.json({ count: counts[search[0]!.value] }))
  })
})
afterEach(() => vi.unstubAllGlobals())

it('offers waiting and rejected stations while there are any', async () => {
  const choose = vi.fn()
  const none = await show(<RegistrationSelect value="all" onChange={choose} />, { texts: ['stations'] })
  expect(none.container.querySelector('input')).toBeNull()
  none.unmount()
  counts = { Pending: 3, Rejected: 0 }
  await show(<RegistrationSelect value="all" onChange={choose} />)
  fireEvent.click(await screen.findByRole('combobox', { name: 'Registration' }))
  const [all, waiting, ...others] = await screen.findAllByRole('option', { hidden: true })
  expect([all?.textContent, waiting?.textContent, others]).toEqual(['All', 'Waiting 3', []])
  fireEvent.click(waiting!)
  expect(choose).toHaveBeenCalledWith('waiting')
})
