import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../test/render.tsx'
import Gallery from './gallery.tsx'

// The browser tests show the gallery as it is built for users, without the reports of React.
it.each(['states', 'page', 'form', 'table', 'feedback', 'command'])(
  'React reports no error in the components of #%s',
  async (group) => {
    await show(<Gallery />, { at: `/gallery#${group}`, texts: ['stations'] })
    await waitFor(() => expect(document.querySelector(`#${group}`)?.childElementCount).toBeGreaterThan(0))
  },
)
