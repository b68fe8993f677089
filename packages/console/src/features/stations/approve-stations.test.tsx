import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { applyPageConfig } from '../../lib/page-config.ts'
import { Toasts } from '../../ui/feedback/toast.tsx'
import { ApproveStations } from './approve-stations.tsx'
import { RegistrationSwitch } from './registration-filter.tsx'
import type { Station } from './station-columns.tsx'

const stations = ['a', 'b'].map((id) => ({ id, approval: 'policy' })) as Station[] // all members that are read
const sent: unknown[] = []
let counts = { Pending: 0, Rejected: 0 }

interface Asked {
  search?: { value: 'Pending' | 'Rejected' }[]
}

beforeEach(() => {
  applyPageConfig({ authorize: false, debug: false })
  sent.length = 0
  vi.stubGlobal('fetch', (path: string, request: { body: string }) => {
    const body = JSON.parse(request.body) as Asked
    if (path.endsWith('/charge_point/set')) sent.push(body)
    const which = body.search?.[0]?.value
    return Promise.resolve(Response.json(which ? { count: counts[which] } : {}))
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The toolbar of the list disappears when the selection is cleared. */
function Bar() {
  const [isChosen, setChosen] = useState(true)
  return (
    <>
      {isChosen && <ApproveStations stations={stations} onDone={() => setChosen(false)} />}
      <Toasts />
    </>
  )
}

it('approves all selected stations; after undo they wait again', async () => {
  await show(<Bar />, { texts: ['stations'] })
  fireEvent.click(screen.getByRole('button', { name: 'Approve 2' }))
  await screen.findByText('2 stations were approved')
  expect(sent).toEqual([
    { id: 'a', approval: 'accepted' },
    { id: 'b', approval: 'accepted' },
  ])
  expect(screen.queryByRole('button', { name: 'Approve 2' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sent.slice(2)).toEqual([
      { id: 'a', approval: 'policy' },
      { id: 'b', approval: 'policy' },
    ]),
  )
})

it('offers waiting and rejected stations while there are any', async () => {
  const choose = vi.fn()
  const none = await show(<RegistrationSwitch value="all" onChange={choose} />, { texts: ['stations'] })
  expect(none.container.querySelector('[role="radiogroup"]')).toBeNull()
  none.unmount()
  counts = { Pending: 3, Rejected: 0 }
  await show(<RegistrationSwitch value="all" onChange={choose} />)
  fireEvent.click(await screen.findByRole('radio', { name: 'Waiting 3' }))
  expect(choose).toHaveBeenCalledWith('waiting')
  expect(screen.queryByRole('radio', { name: /Rejected/ })).toBeNull()
})
