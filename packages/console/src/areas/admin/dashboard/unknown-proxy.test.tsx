import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { UnknownProxy } from './unknown-proxy.tsx'

it('names the setting that makes a proxy known', async () => {
  await show(<UnknownProxy address="10.0.0.7" />, { texts: ['dashboard'] })
  expect(screen.getByText(/^All stations connect from 10\.0\.0\.7.*Set TRUST_PROXY=10\.0\.0\.7/)).toBeTruthy()
})

it('shows nothing if no proxy is suspected', async () => {
  await show(<UnknownProxy address={null} />, { texts: ['dashboard'] })
  expect(screen.queryByText(/TRUST_PROXY/)).toBeNull()
})
