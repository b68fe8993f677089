import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { Ago } from './moment.tsx'

it('a relative time is absolute on paper', async () => {
  const at = new Date(Date.now() - 5 * 60_000).toISOString()
  const { container } = await show(<Ago at={at} />)
  const shown = () => container.querySelector('time')!.textContent
  expect(shown()).toBe('5 min ago')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(shown()).toContain(String(new Date(at).getUTCFullYear()))
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(shown()).toBe('5 min ago')
})
